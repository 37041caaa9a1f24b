/** A line where the post would be dropped, or a frame around the free slot. */
export const dropLook = {
  top: 'before:absolute before:inset-x-0 before:top-0 before:z-10 before:h-0.5 before:bg-accent-fill',
  bottom: 'before:absolute before:inset-x-0 before:bottom-0 before:z-10 before:h-0.5 before:bg-accent-fill',
  over: 'bg-accent-wash outline-2 -outline-offset-2 outline-accent',
} as const
