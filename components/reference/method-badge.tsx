import { classes } from '@/components/ui/classes'

const tones: Record<string, string> = {
  GET: 'bg-info-wash text-info',
  POST: 'bg-good-wash text-good',
  PUT: 'bg-warn-wash text-warn',
  PATCH: 'bg-warn-wash text-warn',
  DELETE: 'bg-bad-wash text-bad',
}

export function MethodBadge({ name }: { name: string }) {
  return (
    <span
      className={classes(
        'inline-block w-14 shrink-0 rounded py-0.5 text-center font-mono text-[0.6875rem] font-bold',
        tones[name] ?? 'bg-quiet-wash text-quiet',
      )}
    >
      {name}
    </span>
  )
}
