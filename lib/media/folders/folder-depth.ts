/** A folder, a folder in it, and one more. */
export const folderDepthMax = 3
