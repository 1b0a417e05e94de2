// Until the carrier of a site is there.
import type { Files } from "./protocol";
declare module "../connection" {
  interface Connection {
    put(files: Files): Promise<void>;
  }
}
