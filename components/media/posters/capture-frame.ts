/** Waits for an event of a video, at most this long: a browser may not know the codec. */
const eventMs = 15_000

/** The frame that a video shows, as a JPEG. Fails for videos of other sites, whose pixels a page cannot read. */
export async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video
  if (!width || !height) throw new Error('The video shows no frame.')
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, 1_920 / Math.max(width, height))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The frame cannot be read.'))), 'image/jpeg', 0.9)
  })
}

/** A frame near the start of a video file. The first one is often black. */
export async function firstFrameOf(file: Blob): Promise<Blob> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = url
    await eventOf(video, 'loadeddata')
    const seeked = eventOf(video, 'seeked')
    video.currentTime = Math.min(1, (video.duration || 0) / 2)
    await seeked
    return await frameOf(video)
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

function eventOf(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name} event.`)), eventMs)
    video.addEventListener(name, () => {
      clearTimeout(timer)
      resolve()
    })
    video.addEventListener('error', () => {
      clearTimeout(timer)
      reject(new Error('The video cannot be played.'))
    })
  })
}
