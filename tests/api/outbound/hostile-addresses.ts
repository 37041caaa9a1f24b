/**
 * Addresses that lead, or try to lead, where no caller may send us. `{port}` is the canary's, which listens on every
 * address of this machine; `{scheme}` what the entry point takes.
 *
 * What the names resolve to is in `names`.
 */
export type Hostile = {
  what: string
  address: string
  /** What refuses it: the guard, or at some entry points already the form of an address. */
  by: 'guard' | 'form'
}

const guard = (what: string, host: string): Hostile => ({
  what,
  address: `{scheme}://${host}:{port}/canary`,
  by: 'guard',
})
const as = (by: Hostile['by'], what: string, address: string): Hostile => ({ what, address, by })

export const names: Record<string, { addresses: string[]; alias?: string }> = {
  'loopback.test-zone.example': { addresses: ['127.0.0.1'] },
  'loopback6.test-zone.example': { addresses: ['::1'] },
  'mapped.test-zone.example': { addresses: ['::ffff:127.0.0.1'] },
  'nothing.test-zone.example': { addresses: ['0.0.0.0'] },
  'private.test-zone.example': { addresses: ['10.0.0.1'] },
  'metadata.test-zone.example': { addresses: ['169.254.169.254'] },
  'mixed.test-zone.example': { addresses: ['93.184.216.34', '127.0.0.1'] },
  'mixed6.test-zone.example': { addresses: ['93.184.216.34', '::1'] },
  'alias.test-zone.example': { addresses: ['127.0.0.1'], alias: 'inside.test-zone.example' },
  'xn--bcher-kva.test-zone.example': { addresses: ['127.0.0.1'] },
}

export const hostile: readonly Hostile[] = [
  // This machine, IPv4 and its old spellings (inet_aton).
  guard('loopback', '127.0.0.1'),
  guard('loopback, its last address', '127.255.255.254'),
  guard('loopback in two parts', '127.1'),
  guard('loopback in three parts', '127.0.1'),
  guard('loopback as one number', '2130706433'),
  guard('loopback in hex', '0x7f000001'),
  guard('loopback in capital hex', '0X7F000001'),
  guard('loopback in hex, in parts', '0x7f.0x0.0x0.0x1'),
  guard('loopback, mixed', '0x7f.1'),
  guard('loopback in octal', '0177.0.0.1'),
  guard('loopback as one octal number', '017700000001'),
  guard('loopback with zeros in front', '0000000177.0.0.01'),
  guard('loopback with a dot at its end', '127.0.0.1.'),
  guard('loopback in percent', '%31%32%37.0.0.1'),
  guard('loopback in full width', '１２７.０.０.１'),
  guard('loopback with ideographic dots', '127。0。0。1'),
  guard('loopback with half-width dots', '127｡0｡0｡1'),
  guard('loopback in circles', '①②⑦.⓪.⓪.①'),
  guard('loopback in bold digits', '𝟭𝟮𝟳.𝟬.𝟬.𝟭'),
  guard('loopback with a soft hyphen', '127.0.0\u00ad.1'),
  guard('loopback with a joiner of no width', '127.0.0\u200b.1'),
  guard('every address', '0.0.0.0'),
  guard('every address as a zero', '0'),
  guard('every address in hex', '0x0'),
  guard('this network', '0.1.2.3'),

  // This machine, IPv6, and IPv4 inside IPv6.
  guard('loopback of IPv6', '[::1]'),
  guard('loopback of IPv6 in full', '[0000:0000:0000:0000:0000:0000:0000:0001]'),
  guard('loopback of IPv6, half short', '[0:0::0:1]'),
  guard('every address of IPv6', '[::]'),
  guard('mapped', '[::ffff:127.0.0.1]'),
  guard('mapped in hex', '[::ffff:7f00:1]'),
  guard('mapped in capitals', '[::FFFF:7F00:0001]'),
  guard('mapped in full', '[0:0:0:0:0:ffff:7f00:0001]'),
  guard('mapped, public', '[::ffff:8.8.8.8]'),
  guard('compatible with IPv4', '[::127.0.0.1]'),
  guard('compatible with IPv4 in hex', '[::7f00:1]'),
  guard('translated', '[::ffff:0:127.0.0.1]'),
  guard('NAT64', '[64:ff9b::127.0.0.1]'),
  guard('NAT64 of a network', '[64:ff9b:1::7f00:1]'),
  guard('6to4', '[2002:7f00:1::]'),
  guard('6to4 of a private network', '[2002:c0a8:101::1]'),
  guard('Teredo', '[2001:0:7f00:1::]'),
  guard('ORCHID', '[2001:20::1]'),
  guard('documentation of IPv6', '[2001:db8::1]'),
  guard('documentation of IPv6, the newer', '[3fff::1]'),
  guard('segment routing', '[5f00::1]'),
  guard('discard', '[100::1]'),
  guard('link-local of IPv6', '[fe80::1]'),
  guard('site-local', '[fec0::1]'),
  guard('unique local', '[fc00::1]'),
  guard('metadata of IPv6', '[fd00:ec2::254]'),
  guard('multicast of IPv6', '[ff02::1]'),
  as('form', 'link-local with a zone', '{scheme}://[fe80::1%25eth0]:{port}/canary'),
  as('form', 'loopback with a zone', '{scheme}://[::1%25lo]:{port}/canary'),
  as('form', 'IPv6 without brackets', '{scheme}://::1:{port}/canary'),

  // Networks that nobody outside reaches.
  guard('private, ten', '10.0.0.1'),
  guard('private, 172', '172.16.0.1'),
  guard('private, the last of 172', '172.31.255.255'),
  guard('private, 192', '192.168.0.1'),
  guard('private as one number', '3232235521'),
  guard('private in octal', '0300.0250.0.1'),
  guard('shared (CGNAT)', '100.64.0.1'),
  guard('shared, where a cloud keeps its metadata', '100.100.100.200'),
  guard('link-local', '169.254.0.1'),
  guard('metadata', '169.254.169.254'),
  guard('metadata as one number', '2852039166'),
  guard('metadata in hex', '0xa9fea9fe'),
  guard('metadata in octal', '0251.0376.0251.0376'),
  guard('metadata in two parts', '169.16689662'),
  guard('metadata, mapped', '[::ffff:169.254.169.254]'),
  guard('metadata in circles', '①⑥⑨.②⑤④.①⑥⑨.②⑤④'),
  guard('protocol assignments', '192.0.0.1'),
  guard('documentation, 1', '192.0.2.1'),
  guard('documentation, 2', '198.51.100.1'),
  guard('documentation, 3', '203.0.113.1'),
  guard('6to4 relays', '192.88.99.1'),
  guard('benchmarks', '198.18.0.1'),
  guard('benchmarks, the last', '198.19.255.255'),
  guard('multicast', '224.0.0.1'),
  guard('class E', '240.0.0.1'),
  guard('broadcast', '255.255.255.255'),
  as('form', 'too large a number', '{scheme}://4294967296:{port}/canary'),
  as('form', 'five parts', '{scheme}://127.0.0.0.1:{port}/canary'),
  as('form', 'a part too large', '{scheme}://127.0.0.256:{port}/canary'),

  // Names.
  guard('localhost', 'localhost'),
  guard('LOCALHOST', 'LOCALHOST'),
  guard('localhost with a dot', 'localhost.'),
  guard('localhost in percent', '%6c%6f%63%61%6c%68%6f%73%74'),
  guard('localhost in full width', 'ｌｏｃａｌｈｏｓｔ'),
  guard('localhost in circles', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'),
  guard('below localhost', 'inner.localhost'),
  guard('below localhost, with a dot', 'a.b.localhost.'),
  ...Object.keys(names).map((name) => guard(`the name ${name}`, name)),
  guard('a name in other letters', 'BÜCHER.test-zone.example'),
  guard('a name with a dot at its end', 'loopback.test-zone.example.'),
  as('form', 'no host', '{scheme}://:{port}/canary'),
  as('form', 'a space in the name', '{scheme}://loop back.example:{port}/canary'),
  as('form', 'a percent in the name', '{scheme}://127.0.0.1%2f.example:{port}/canary'),

  // What hides the host.
  as('guard', 'a user name that looks like a host', '{scheme}://example.com@127.0.0.1:{port}/canary'),
  as('guard', 'a user name and a password', '{scheme}://user:password@127.0.0.1:{port}/canary'),
  as('guard', 'credentials of a public host', '{scheme}://user:password@example.com/canary'),
  as('guard', 'a user name with an encoded slash', '{scheme}://example.com%2f@127.0.0.1:{port}/canary'),
  as('guard', 'two user names', '{scheme}://a@b@127.0.0.1:{port}/canary'),
  as('guard', 'an empty user name', '{scheme}://@127.0.0.1:{port}/canary'),
  as('guard', 'a backslash before a public host', '{scheme}://127.0.0.1:{port}\\@example.com/canary'),
  as('form', 'backslashes for slashes', '{scheme}:\\\\127.0.0.1:{port}\\canary'),
  as('guard', 'a fragment before a public host', '{scheme}://127.0.0.1:{port}#@example.com/canary'),
  as('guard', 'a query before a public host', '{scheme}://127.0.0.1:{port}?@example.com/canary'),
  as('guard', 'a tab in the host', '{scheme}://127.0.\t0.1:{port}/canary'),
  as('guard', 'a line break in the host', '{scheme}://127.0.\n0.1:{port}/canary'),
  as('form', 'a line break in the scheme', '{scheme}:\n//127.0.0.1:{port}/canary'),
  as('guard', 'a header after a line break', '{scheme}://127.0.0.1:{port}/ HTTP/1.1\r\nHost: inner'),
  as('guard', 'four slashes', '{scheme}:////127.0.0.1:{port}/canary'),
  as('form', 'one slash', '{scheme}:/127.0.0.1:{port}/canary'),
  as('form', 'no slash', '{scheme}:127.0.0.1:{port}/canary'),

  // Other schemes.
  as('form', 'file', 'file:///etc/passwd'),
  as('form', 'file with a host', 'file://127.0.0.1/etc/passwd'),
  as('form', 'gopher', 'gopher://127.0.0.1:{port}/_canary'),
  as('form', 'ftp', 'ftp://127.0.0.1:{port}/canary'),
  as('form', 'dict', 'dict://127.0.0.1:{port}/canary'),
  as('form', 'ldap', 'ldap://127.0.0.1:{port}/canary'),
  as('form', 'ws', 'ws://127.0.0.1:{port}/canary'),
  as('form', 'data', 'data:image/png;base64,AAAA'),
  as('form', 'javascript', 'javascript:fetch("http://127.0.0.1:{port}")'),
  as('form', 'unix', 'unix:/var/run/docker.sock'),
  as('form', 'http over a unix socket', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/info'),
  as('form', 'blob', 'blob:http://127.0.0.1:{port}/canary'),
  as('form', 'jar', 'jar:http://127.0.0.1:{port}!/canary'),
  as('form', 'no scheme', '//127.0.0.1:{port}/canary'),
  as('form', 'a path alone', '/canary'),

  // Ports of what is no web server, at a public address.
  ...[0, 22, 25, 53, 110, 445, 2375, 3306, 5432, 6379, 6667, 9200, 11211, 27017].map((port) =>
    as('guard', `port ${port}`, `{scheme}://93.184.216.34:${port}/canary`),
  ),
  as('form', 'a port too large', '{scheme}://93.184.216.34:65536/canary'),
]
