export { NotFound as default } from '@/components/errors/not-found'
