import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { OAuthApp } from '@/lib/oauth/apps/contract'

type Props = { app: OAuthApp; onEdit: () => void; onRotate: () => void; onDelete: () => void }

export function AppRow({ app, onEdit, onRotate, onDelete }: Props) {
  const { id, name, type, redirect_uris: redirectUris, secret_hint: hint, grant_count: grants } = app
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-sm text-ink-soft">
        <h3 className="text-base font-medium text-ink wrap-anywhere">{name}</h3>
        <p>
          {type === 'public' ? 'Public' : `Confidential, secret …${hint}`} · {usersText(grants)}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <span>Client ID</span>
          <code className="font-mono text-xs break-all select-all">{id}</code>
          <CopyButton text={id} label="Copy client ID" />
        </div>
        <ul aria-label="Redirect URIs">
          {redirectUris.map((uri) => (
            <li key={uri} className="font-mono text-xs break-all">
              {uri}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isSmall onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        {type === 'confidential' && (
          <Button isSmall onClick={onRotate}>
            Replace secret<span className="sr-only"> of {name}</span>
          </Button>
        )}
        <Button isSmall onClick={onDelete}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

const usersText = (grants: number): string =>
  grants === 0 ? 'not in use' : grants === 1 ? '1 connection' : `${grants.toLocaleString('en')} connections`
