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
  /** The network refused as a duplicate: should it not be found, it is not sent again. */
  is_duplicate_refused?: boolean
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
  /** The first send of this step that was in doubt and was not found; a duplicate refusal now would prove that it landed. */
  earlier?: { step: string; sent_at: string }
}
