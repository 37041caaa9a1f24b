import type { Metadata } from 'next'
import { type ErrorLine, Start } from '@/components/reference/start'
import { errorExample } from '@/lib/api/error-examples'
import { openApiDocument } from '@/lib/api/openapi'
import { type ErrorCode, errorStatus } from '@/lib/errors'

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every endpoint of Storycast, with its parameters, bodies, answers and errors.',
}

const errors = Object.entries(errorStatus).map(
  ([code, status]): ErrorLine => ({ code, status, message: errorExample(code as ErrorCode).error.message }),
)

export default function DocsPage() {
  return <Start document={openApiDocument()} errors={errors} />
}
