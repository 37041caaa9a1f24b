import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classes } from './classes'
import { buttonLook, type Look } from './plain-button'

export { Button, type ButtonTone } from './plain-button'

/** A link that looks like a button. */
export function ButtonLink({ tone, isSmall, icon, className, children, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={buttonLook({ tone, isSmall }, className)}>
      {icon}
      {children}
    </Link>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A button with only an icon. The label is its accessible name and tooltip. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-flex control-size shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  )
}
