/** “the conversation with Ana”. The network does not always say who wrote. */
export const conversationText = (participantName: string | null): string =>
  participantName === null ? 'an inbox conversation' : `the conversation with ${participantName}`
