/** The look of floating panels. */
export const floatingLook =
  'z-50 rounded-xl border border-line bg-raised text-ink shadow-lg outline-none data-[state=open]:animate-float-in'
