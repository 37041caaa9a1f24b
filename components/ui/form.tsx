import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (fields: FormData) => void }

/** Passes its fields to `onSubmit`. A submit before hydration is a POST, so that no field ends up in the URL. */
export function Form({ onSubmit, className = 'flex flex-col gap-4', ...rest }: Props) {
  return (
    <form
      method="post"
      {...rest}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    />
  )
}
