// Hand a file to the browser, which saves it where the user's downloads are.

export function download(name: string, content: BlobPart, type: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Let the user choose files. */
export function chooseFiles(accept: string, multiple: boolean, take: (files: File[]) => void) {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept, multiple });
  input.onchange = () => take([...(input.files ?? [])]);
  input.click();
}
