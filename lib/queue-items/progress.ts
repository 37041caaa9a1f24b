import type { Json } from '@/lib/json'

/** A send whose intent is committed and whose result is not known yet. */
export type Sending = {
  step: string
  /** Database time of the intent, ISO 8601. */
  sent_at: string
  /** SHA-256 of the text. Prevents two rows with the same text from adopting one post. */
  text_hash: string
  /** Checks that did not find the post at the network. */
  looks: number
  /** The network refused this send as a duplicate. If the original is not found, nothing is sent again. */
  is_duplicate_refused?: boolean
  /** The refusal itself proves that the original is this row's post. */
  is_own_duplicate?: boolean
  /** The id of the post in the refusal, if any. */
  duplicate_of?: string
}

/** Progress of a row: results of finished steps, and the one send in doubt. */
export type Progress = {
  /** The network's id of the account. */
  account?: string
  done?: Record<string, Json>
  sending?: Sending
  /** The send in doubt whose post was found at the network. */
  adopted?: Sending
  /**
   * The first send of this step and text that was in doubt and not found. A duplicate refusal of a later send is
   * evidence that it succeeded. Kept when the row starts over.
   */
  earlier?: EarlierSend
}

/** `text_hash` is missing in rows written by older versions, which had one text only. */
export type EarlierSend = { step: string; sent_at: string; text_hash?: string }

export function earlierSend({ earlier }: Progress, step: string, textHash: string): EarlierSend | null {
  if (earlier?.step !== step) return null
  return (earlier.text_hash ?? textHash) === textHash ? earlier : null
}
