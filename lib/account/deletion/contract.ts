import { z } from 'zod'
import { contract, uuid } from '@/lib/api/contract'
import { roles } from '@/lib/auth/roles'
import { code, password } from '../two-factor/contract'

export const projectOutcomes = ['delete', 'decide', 'leave'] as const

const ProjectInDeletion = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  members: z.int(),
  scheduled_posts: z.int().meta({ description: 'Posts that are scheduled or need approval.' }),
  outcome: z.enum(projectOutcomes).meta({
    description:
      '`delete`: you are its only member. `decide`: you are the only owner of a project with other members; make one of them the owner, or list it in `delete_projects`. `leave`: the project continues without you.',
  }),
})
export type ProjectInDeletion = z.output<typeof ProjectInDeletion>

export const getDeletion = contract({
  method: 'GET',
  path: '/api/v1/account/deletion',
  tag: 'Accounts',
  summary: 'See what deleting your account would do',
  scope: 'session',
  answers: {
    200: z.strictObject({
      projects: z.array(ProjectInDeletion),
      tokens: z.int().meta({ description: 'Access tokens that will stop working.' }),
      needs_password: z.boolean(),
      needs_code: z.boolean().meta({ description: 'Two-factor sign-in is on.' }),
      needs_sign_in: z.boolean().meta({
        description: 'Accounts without a password must have signed in within the last 10 minutes.',
      }),
    }),
  },
})

export const deleteAccount = contract({
  method: 'DELETE',
  path: '/api/v1/account',
  tag: 'Accounts',
  summary: 'Delete your account',
  description:
    'Deletes your personal data, ends your sessions, tokens and memberships, and deletes the projects that only you are in. Your email can sign up again. This cannot be undone.',
  scope: 'session',
  body: z.strictObject({
    email: z.string().trim().max(254).meta({ description: 'Your email, to confirm.' }),
    password: password.optional().meta({ description: 'Required if the account has one.' }),
    code: code.optional().meta({ description: 'Required if two-factor sign-in is on.' }),
    delete_projects: z
      .array(uuid)
      .max(1_000)
      .optional()
      .meta({ description: 'Projects with other members to delete too. You must be their only owner.' }),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['conflict'],
})
