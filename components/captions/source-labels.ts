import type { SourceFilter } from './captions-filter'

export const sourceLabels: Record<SourceFilter, string> = {
  manual: 'Added',
  seed: 'Imported',
  published: 'Published post',
}
