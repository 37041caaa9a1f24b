/** The id of the default Pinterest board. */
export function defaultBoardOf(connection: { metadata: unknown } | null | undefined): string | null {
  const board = (connection?.metadata as { default_board_id?: unknown } | undefined)?.default_board_id
  return typeof board === 'string' ? board : null
}
