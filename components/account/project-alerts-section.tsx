import Link from 'next/link'
import { AccountSection } from './account-section'

/** In-app alerts are set per project, so this links to each project's settings. */
export function ProjectAlertsSection({ projects }: { projects: { id: string; name: string }[] }) {
  return (
    <AccountSection title="In-app alerts" description="Choose the alerts of each project on its notifications page.">
      {projects.length === 0 ? (
        <p>You are not in any project.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {projects.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/${id}/notifications`} className="font-medium text-accent underline wrap-anywhere">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  )
}
