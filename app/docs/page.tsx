import type { Metadata } from 'next'
import { type ErrorLine, ReferenceHome } from '@/components/reference/reference-home'
import { type ErrorCode, errorStatus } from '@/lib/errors'
import { errorExample } from '@/lib/openapi/error-examples'
import { openApiDocument } from '@/lib/openapi/openapi'

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every Storycast endpoint with its parameters, bodies, responses and errors.',
}

const errors = Object.entries(errorStatus).map(
  ([code, status]): ErrorLine => ({ code, status, message: errorExample(code as ErrorCode).error.message }),
)

export default function DocsPage() {
  return <ReferenceHome document={openApiDocument()} errors={errors} />
}
