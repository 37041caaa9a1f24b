/** Result of one run of a row. `waiting`: it continues later. `lost`: another worker has it. */
export type PublishResult = 'posted' | 'failed' | 'waiting' | 'lost'
