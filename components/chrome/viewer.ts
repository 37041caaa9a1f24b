/** Who is signed in, as far as the screens say it. */
export type Viewer = { name: string; email: string; photoUrl: string | null }
