// Loaded before a process of the product (`node --import`): names are asked for at the test's own name server.
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
