type Cursor = string | undefined

/** Options of `useInfiniteQuery` for an endpoint with cursors. */
export const cursorPages: {
  initialPageParam: Cursor
  getNextPageParam: (page: { next_cursor: string | null }) => Cursor
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
}

/** Starts an infinite query with the page that the server rendered. */
export const startingWith = <Page>(page: Page) => ({ initialData: { pages: [page], pageParams: [undefined] } })
