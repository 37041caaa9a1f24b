/** Stories per page: two rows of four. */
export const bestStoriesPage = 8
