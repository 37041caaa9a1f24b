'use client'

import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { classes } from './classes'

export type FieldFrame = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** At the end of the label's line: a counter or a reset button. */
  aside?: ReactNode
  isOptional?: boolean
  className?: string
}

/** Attributes that link a control to its label, hint and error. */
type ControlProps = {
  id: string
  'data-field': ''
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** What the form found at its last submit, by the id of the control. */
export const FieldErrors = createContext<Partial<Record<string, string>>>({})

/** Whether the control’s field shows its error. */
export const isFieldControl = (control: HTMLElement): boolean => control.dataset.field !== undefined

/** A control with its label, hint and error, linked for screen readers. */
export function Field({
  label,
  hint,
  error: givenError,
  aside,
  isOptional,
  className,
  id,
  children,
}: FieldFrame & { id?: string; children: (controlProps: ControlProps) => ReactNode }) {
  const ownId = useId()
  const controlId = id ?? ownId
  const error = useContext(FieldErrors)[controlId] ?? givenError
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex min-h-6 flex-wrap items-end justify-between gap-x-3 gap-y-1">
        <label htmlFor={controlId} className="font-medium">
          {label}
          {isOptional && optional}
        </label>
        {aside}
      </div>
      {children({
        id: controlId,
        'data-field': '',
        'aria-describedby': notesOf(controlId, { hint, error }),
        'aria-invalid': error ? true : undefined,
      })}
      <Notes id={controlId} hint={hint} error={error} />
    </div>
  )
}

/** Several controls, such as checkboxes or buttons, with a common label, hint and error. */
export function GroupField({
  label,
  hint,
  error,
  isOptional,
  className,
  children,
}: Omit<FieldFrame, 'aside'> & { children: ReactNode }) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={notesOf(id, { hint, error })}
      className={classes('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className="mb-1.5 font-medium">
        {label}
        {isOptional && optional}
      </legend>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

const optional = <span className="font-normal text-ink-soft"> (optional)</span>

type Noted = Pick<FieldFrame, 'hint' | 'error'>

/** The ids of the hint and the error, for `aria-describedby`. */
const notesOf = (id: string, { hint, error }: Noted): string | undefined =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

const Notes = ({ id, hint, error }: Noted & { id: string }) => (
  <>
    {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    {hint && (
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
    )}
  </>
)

/** The error below a control or a group of them. */
export const FieldError = ({ children, ...rest }: { id: string; role?: 'alert'; children: ReactNode }) => (
  <p {...rest} className="flex items-start gap-1.5 text-sm text-bad">
    <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
    {children}
  </p>
)

/** Separates the props of the field from those of its control. */
export function splitFieldProps<Props extends FieldFrame & { id?: string }>(props: Props) {
  const { label, hint, error, aside, isOptional, className, id, ...control } = props
  return { frame: { label, hint, error, aside, isOptional, className, id }, control }
}

export function TextField(props: FieldFrame & ComponentProps<'input'>) {
  const { frame, control } = splitFieldProps(props)
  return <Field {...frame}>{(controlProps) => <input {...control} {...controlProps} className="control" />}</Field>
}

export function TextArea(props: FieldFrame & ComponentProps<'textarea'>) {
  const { frame, control } = splitFieldProps(props)
  return (
    <Field {...frame}>
      {(controlProps) => (
        <textarea
          {...control}
          {...controlProps}
          className="control field-sizing-content max-h-[60vh] min-h-24 resize-y"
        />
      )}
    </Field>
  )
}

export function CheckField({
  label,
  hint,
  className,
  id: givenId,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={classes('flex items-start gap-2.5', className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-(--accent-fill)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
