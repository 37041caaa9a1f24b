import type { TestProject } from 'vitest/node'
import { startProduct } from '../servers/product'

declare module 'vitest' {
  export interface ProvidedContext {
    productUrl: string
    sandboxUrl: string
    productEnv: Record<string, string>
  }
}

export async function serve(project: TestProject, withWorker: boolean): Promise<() => Promise<void>> {
  const product = await startProduct({ withWorker })
  project.provide('productUrl', product.url)
  project.provide('sandboxUrl', product.sandboxUrl)
  project.provide('productEnv', product.env)
  return product.stop
}

export default (project: TestProject) => serve(project, false)
