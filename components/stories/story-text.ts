export { headlineOf } from '@/lib/stories/headline'
