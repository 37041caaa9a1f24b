import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createReportLink, getReportPdf, listReportLinks, revokeReportLink } from '@/lib/reports/contract'
import { reportPdf } from '@/lib/reports/pdf/report-pdf'
import { buildReport } from '@/lib/reports/report'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { published } from '../analytics/published'

const may = { from: '2031-05-01T00:00:00Z', to: '2031-06-01T00:00:00Z' }
const april = { compare_from: '2031-04-01T00:00:00Z', compare_to: '2031-05-01T00:00:00Z' }

async function withPosts(): Promise<TestProject> {
  const project = await aProject()
  await published(project, { x: { impressions: 1_000, likes: 30 }, threads: { likes: 4 } })
  await published(project, { x: { impressions: 100, likes: 20, publishedAt: '2031-04-10T09:00:00Z' } })
  return project
}

const open = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('a link shows the report without an account until it is revoked; its address is stored hashed', async () => {
  const { api, projectId } = await withPosts()
  const { url, report_link: link } = await api.post(createReportLink, { ...may, ...april, title: 'May <b>2031</b>' })
  expect(link).toMatchObject({ status: 'active', opened_count: 0, last_opened_at: null, channels: null })
  const { status, headers, html } = await open(url)
  expect(status).toBe(200)
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).toContain('May &#60;b&#62;2031')
  expect(html).toContain('Warm bread')
  expect(html).toContain('@font-face{font-family:Inter;')
  expect(headers.get('content-security-policy')).toContain('font-src data:')
  expect(html).toContain('<dt class="soft">Impressions</dt><dd class="value">1,000</dd><dd class="up">+900%</dd>')
  // No ids, and nothing that is not on the page.
  expect(html).not.toContain(projectId)
  const [row] = await database().selectFrom('report_links').selectAll().where('id', '=', link.id).execute()
  expect(JSON.stringify(row)).not.toContain(url.slice(-40))

  const [listed] = (await api.get(listReportLinks)).report_links
  expect(listed).toMatchObject({ id: link.id, opened_count: 1 })
  expect(listed?.last_opened_at).not.toBeNull()
  expect((await api.delete(revokeReportLink, { id: link.id })).report_link.status).toBe('revoked')
  expect((await open(url)).status).toBe(410)
  expect((await open(`${url.slice(0, -40)}${'a'.repeat(40)}`)).status).toBe(404)
})

test('a link keeps its days when the project changes its time zone', async () => {
  const { api, projectId } = await withPosts()
  const moveTo = (timezone: string) =>
    database().updateTable('projects').set({ timezone }).where('id', '=', projectId).execute()
  await moveTo('America/New_York')
  const days = { from: '2031-05-01T04:00:00Z', to: '2031-06-01T04:00:00Z' }
  const compared = { compare_from: '2031-04-01T04:00:00Z', compare_to: '2031-05-01T04:00:00Z' }
  const { url, report_link: link } = await api.post(createReportLink, { ...days, ...compared })
  expect([link.from, link.to]).toEqual(['2031-05-01T04:00:00.000Z', '2031-06-01T04:00:00.000Z'])
  await moveTo('Europe/Berlin')
  const { html } = await open(url)
  expect(html).toContain('1 May 2031 – 31 May 2031')
  expect(html).toContain('Compared with 1 Apr 2031 – 30 Apr 2031')
  expect((await api.get(listReportLinks)).report_links).toMatchObject([
    { from: '2031-04-30T22:00:00.000Z', to: '2031-05-31T22:00:00.000Z', compare_from: '2031-03-31T22:00:00.000Z' },
  ])
})

test('during a deploy, servers of this and of the previous version show the links of each other', async () => {
  const { api, projectId } = await withPosts()
  await database().updateTable('projects').set({ timezone: 'Asia/Tokyo' }).where('id', '=', projectId).execute()
  const days = { from: '2031-04-30T15:00:00Z', to: '2031-05-31T15:00:00Z' }
  const compared = { compare_from: '2031-03-31T15:00:00Z', compare_to: '2031-04-30T15:00:00Z' }
  const { url } = await api.post(createReportLink, { ...days, ...compared })

  // The previous version reads moments.
  const links = database().selectFrom('report_links').selectAll().where('project_id', '=', projectId)
  const link = await links.executeTakeFirstOrThrow()
  expect(link).toMatchObject({
    from_at: new Date(days.from),
    to_at: new Date(days.to),
    compared_from_at: new Date(compared.compare_from),
    compared_to_at: new Date(compared.compare_to),
  })

  // It writes moments, and no days.
  await database().deleteFrom('report_links').where('id', '=', link.id).execute()
  const { first_day, last_day, compared_first_day, compared_last_day, ...old } = link
  await sql`insert into report_links select * from jsonb_populate_record(null::report_links, ${JSON.stringify({
    ...old,
    token_hash: `\\x${old.token_hash.toString('hex')}`,
  })}::jsonb)`.execute(database())
  expect(await links.executeTakeFirst()).toEqual(link)
  const { html } = await open(url)
  expect(html).toContain('1 May 2031 – 31 May 2031')
  expect(html).toContain('Compared with 1 Apr 2031 – 30 Apr 2031')
})

test('a link stops when it expires, when its creator becomes viewer, and when the project is deleted', async () => {
  const { api, projectId, userId } = await withPosts()
  const { url, report_link: link } = await api.post(createReportLink, may)
  const setExpiry = (expires_at: string) =>
    database()
      .updateTable('report_links')
      .set({ expires_at: new Date(expires_at) })
      .where('id', '=', link.id)
      .execute()
  const setRole = (role: 'viewer' | 'owner') =>
    database()
      .updateTable('project_members')
      .set({ role })
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  expect((await open(url)).status).toBe(200)
  await setExpiry('2020-01-01T00:00:00Z')
  expect((await open(url)).status).toBe(410)
  await setExpiry('2100-01-01T00:00:00Z')
  await setRole('viewer')
  expect((await open(url)).status).toBe(410)
  expect((await api.refused(createReportLink, may)).error.code).toBe('insufficient_scope')
  expect((await api.refused(revokeReportLink, { id: link.id })).error.code).toBe('insufficient_scope')
  await setRole('owner')
  await database().updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectId).execute()
  expect((await open(url)).status).toBe(404)
})

test('400 names the member and what to do', async () => {
  const { api } = await aProject()
  const issuesOf = async (body: object) => (await api.refused(createReportLink, body)).error.issues
  expect(await issuesOf({ from: may.to, to: may.from })).toEqual([
    { path: 'to', code: 'invalid_range', message: 'must be later than `from`' },
  ])
  expect(await issuesOf({ ...may, compare_from: april.compare_from })).toEqual([
    { path: 'compare_to', code: 'required', message: 'is missing: `compare_from` needs it.' },
  ])
  expect(await issuesOf({ ...may, expires_at: '2020-01-01T00:00:00Z' })).toEqual([
    { path: 'expires_at', code: 'invalid_range', message: 'must be in the future' },
  ])
  expect(await issuesOf({ ...may, expires_in_days: 400 })).toMatchObject([{ path: 'expires_in_days' }])
  const other = await aProject()
  const { report_link } = await other.api.post(createReportLink, may)
  expect((await api.refused(revokeReportLink, { id: report_link.id })).error.code).toBe('not_found')
  expect((await api.refused(getReportPdf, { ...may, project_id: other.projectId })).error.code).toBe('not_found')
})

test('the PDF has pages, embedded fonts and text of several scripts', async () => {
  const project = await withPosts()
  const response = await project.api.send(getReportPdf, { ...may, ...april })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('/Count 2')

  const report = await buildReport(database(), {
    projectId: project.projectId,
    projectName: 'Łódź · Ελλάδα · Жук · 日本語 🎉',
    title: null,
    timezone: 'Europe/Berlin',
    from: new Date(may.from),
    to: new Date(may.to),
    compared: null,
    channels: undefined,
    metric: 'engagement',
    now: new Date(),
  })
  const names =
    Buffer.from(await reportPdf(report))
      .toString('latin1')
      .match(/\/FontName \/\w+\+Inter[\w-]*/g) ?? []
  // Latin in two weights, and a file each for Latin Extended, Greek and Cyrillic.
  expect(names.length).toBeGreaterThanOrEqual(5)
})
