/** The signed-in user. */
export type Viewer = { name: string; email: string; photoUrl: string | null }
