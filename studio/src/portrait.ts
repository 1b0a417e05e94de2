// Portraits: scaled by a canvas, which also leaves out where and when a picture was taken.

/** The pictures that every browser opens. */
export const PICTURES = /\.(png|jpe?g|webp|gif)$/i;
/** The largest side in pixels: three times as fine as a sheet shows. */
const LARGEST = 600;
/** The largest file in bytes. */
const MOST_BYTES = 20_000_000;
/** The most pixels of a picture that is opened: 100 megapixels take 400 MB of memory. */
const MOST_PIXELS = 100_000_000;

/** Return a picture, at most 600 pixels wide and high, in the format that its name says. Throws for what is none. */
export async function shrink(content: Uint8Array, name: string): Promise<Uint8Array> {
  const picture = await createImageBitmap(new Blob([content as BlobPart]));
  try {
    if (picture.width * picture.height > MOST_PIXELS) throw new Error("too many pixels");
    const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const drawing = canvas.getContext("2d");
    if (!drawing) throw new Error("no canvas");
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const type = /\.jpe?g$/i.test(name) ? "image/jpeg" : "image/png";
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88));
    if (!made) throw new Error("no picture");
    return new Uint8Array(await made.arrayBuffer());
  } finally {
    picture.close();
  }
}

/** Return a picture that the user chose as `shrink` does, in PNG or JPEG. Throws an Error for the user. */
export async function readPortrait(file: File): Promise<Uint8Array> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is too large. A picture has at most 20 MB.`);
  try {
    return await shrink(new Uint8Array(await file.arrayBuffer()), file.name);
  } catch {
    throw new Error(`${file.name} cannot be opened as a picture. Use PNG, JPEG or WebP.`);
  }
}
