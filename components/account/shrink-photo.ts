/** Pixels of the shorter side. The server stores 256. */
const side = 512

/**
 * Shrinks a photo before the upload: phone photos have 10 MB. If the browser cannot decode it, the original is sent and
 * the server reports the error.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, side / Math.min(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    return blob ?? file
  } catch {
    return file
  }
}
