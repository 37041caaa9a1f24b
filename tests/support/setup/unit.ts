import { restoreEnv } from './restore-env'

restoreEnv()
