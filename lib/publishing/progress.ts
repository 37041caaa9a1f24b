import type { Json } from '@/lib/channels/channel'

/** A send that was announced and whose result is not known yet. */
export type Sending = {
  step: string
  /** The database's time of the announcement, ISO 8601. */
  sent_at: string
  /** SHA-256 of the text, by which two rows with one text are kept from adopting one post. */
  text_hash: string
  /** How often the network was asked and did not have it. */
  looks: number
  /** The network refused this send as a duplicate. If the original is not found, nothing is sent again. */
  is_duplicate_refused?: boolean
  /** That refusal itself proves that the original is this row's post, whatever was sent before. */
  is_own_duplicate?: boolean
  /** The post that the refusal named, where the network names one. */
  duplicate_of?: string
}

/** What is committed of a row's publish: results of finished steps, and the one send in doubt. */
export type Progress = {
  /** The network's id of the account that all of this was done at. */
  account?: string
  done?: Record<string, Json>
  sending?: Sending
  /** The doubt that was decided by adopting a post which the network was found to hold. */
  adopted?: Sending
  /**
   * The first send of this step and text that was in doubt and was not found. A duplicate refusal of a later send is
   * evidence that it landed. Kept when the row starts anew.
   */
  earlier?: EarlierSend
}

/** `text_hash` is missing in rows of older versions, which had one text only. */
export type EarlierSend = { step: string; sent_at: string; text_hash?: string }

export function earlierSend({ earlier }: Progress, step: string, textHash: string): EarlierSend | null {
  if (earlier?.step !== step) return null
  return (earlier.text_hash ?? textHash) === textHash ? earlier : null
}
