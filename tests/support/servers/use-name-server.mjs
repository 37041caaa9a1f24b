// Loaded with `node --import`: resolves names with the name server of the test.
import { promises as dns } from 'node:dns'

const address = process.env.TEST_NAME_SERVER
if (address) {
  dns.Resolver = class extends dns.Resolver {
    constructor(options) {
      super(options)
      this.setServers([address])
    }
  }
}
