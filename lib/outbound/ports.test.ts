import { expect, test } from 'vitest'
import { portRefusal } from './ports'

test.each([80, 443, 1024, 3000, 8000, 8080, 8443, 9000, 65_535])('port %i is called', (port) => {
  expect(portRefusal(port)).toBeNull()
})

test.each([0, 1, 7, 21, 22, 23, 25, 53, 81, 110, 139, 389, 445, 465, 587, 636, 993, 1023])(
  'port %i is no web server’s',
  (port) => {
    expect(portRefusal(port)).toBe(
      `Port ${port} is not one that web servers listen on, so it is not called. Use 443, 80 or a port from 1024 that is a web server’s.`,
    )
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
])('port %i is that of %s', (port, service) => {
  expect(portRefusal(port)).toContain(`Port ${port} is that of ${service}, so it is not called.`)
})
