import { NotFound } from '@/components/errors/not-found'

/** The home page redirects to the calendar of the last project. */
const NotFoundInApp = () => <NotFound isInApp />

export default NotFoundInApp
