import { expect, test } from 'vitest'
import { portRefusal } from './ports'

test.each([80, 443, 1024, 3000, 8000, 8080, 8443, 9000, 65_535])('port %i is allowed', (port) => {
  expect(portRefusal(port)).toBeNull()
})

test.each([0, 1, 7, 21, 22, 23, 25, 53, 81, 110, 139, 389, 445, 465, 587, 636, 993, 1023])(
  'port %i is refused',
  (port) => {
    expect(portRefusal(port)).toBe(`Port ${port} is not allowed. Use 443, 80 or a web server port from 1024.`)
  },
)

test.each([
  [2375, 'Docker'],
  [3306, 'MySQL'],
  [5432, 'PostgreSQL'],
  [6379, 'Redis'],
  [6667, 'IRC'],
  [9200, 'Elasticsearch'],
  [10_250, 'Kubernetes'],
  [11_211, 'memcached'],
  [27_017, 'MongoDB'],
])('port %i is refused as %s', (port, service) => {
  expect(portRefusal(port)).toContain(`Port ${port} belongs to ${service} and is not allowed.`)
})
