import { openRoute, type Route } from '../http/call'
import type { Sandbox } from '../state/sandbox'
import { Codes } from './codes'
import { consentRoutes } from './consent'
import type { Login } from './login'
import { exchange } from './token'

export function loginRoutes(sandbox: Sandbox, login: Login): Route[] {
  const codes = new Codes(sandbox, login.network, login.codeLifeMs)
  return [
    ...consentRoutes(sandbox, codes, login),
    openRoute(`POST ${login.token.path}`, 'token', ({ call }) => exchange(sandbox, codes, login, call)),
  ]
}
