import type { TestProject } from 'vitest/node'
import { serve } from './global-setup'

export default (project: TestProject) => serve(project, true)
