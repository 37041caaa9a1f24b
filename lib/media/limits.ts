/** Bytes of one file, however it is sent. */
export const fileBytesMax = 10_485_760
