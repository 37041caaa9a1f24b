type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Invalid = { control: Control; message: string }

/** The invalid fields of a form in their order, each with what to do. */
export const invalidFields = (form: HTMLFormElement): Invalid[] =>
  [...form.elements].flatMap((element) => {
    if (!isControl(element) || !element.willValidate || element.validity.valid) return []
    return [{ control: element, message: messageOf(factsOf(element)) }]
  })

const isControl = (element: Element): element is Control => 'willValidate' in element && 'name' in element

/** What the message depends on. */
export type Facts = {
  label: string
  type: string
  validity: Pick<ValidityState, 'valueMissing' | 'typeMismatch' | 'tooShort' | 'customError'>
  minLength: number
  /** The browser’s own text, in its language. */
  fallback: string
}

const factsOf = (control: Control): Facts => ({
  label: labelOf(control),
  type: control.type,
  validity: control.validity,
  minLength: control instanceof HTMLSelectElement ? 0 : control.minLength,
  fallback: control.validationMessage,
})

/** Without “(optional)” and a required mark. */
const labelOf = (control: Control): string =>
  (control.labels?.[0]?.firstChild?.textContent ?? control.ariaLabel ?? 'This field').trim()

/** The error names the field and says what to do. */
export function messageOf({ label, type, validity, minLength, fallback }: Facts): string {
  if (validity.valueMissing) return missingText(label, type)
  if (validity.typeMismatch && type === 'email') return 'Enter an email address like name@example.com.'
  if (validity.typeMismatch && type === 'url') return 'Enter a full address like https://example.com.'
  if (validity.tooShort) return `${label} needs at least ${minLength} characters.`
  return validity.customError ? fallback : `${label}: ${fallback}`
}

function missingText(label: string, type: string): string {
  if (type === 'checkbox') return `Check “${label}”.`
  if (type === 'email') return 'Enter an email address.'
  if (label === 'Name' || label === 'Password') return `Enter a ${label.toLowerCase()}.`
  const question = /^(?:What|When|Where|Why|How|Which) .+(?=\?$)/.exec(label)?.[0]
  if (question) return `Say ${question.charAt(0).toLowerCase()}${question.slice(1)}.`
  if (label.endsWith('?')) return `Answer “${label}”`
  // Names such as “URL” and “API key” keep their capitals.
  const name = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return `Enter ${/^(your|the|a|an) /.test(name) ? name : `the ${name}`}.`
}
