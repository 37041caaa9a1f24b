import type { Answer, Call } from '../exchange'
import { htmlAnswer } from '../exchange'
import type { Sandbox } from '../sandbox'

export function makeFeed(_sandbox: Sandbox): (call: Call) => Promise<Answer> {
  return async () => htmlAnswer(200, '<!doctype html>')
}
