import Link from 'next/link'
import { recipes } from './recipes'

/** Ready-made automations to start from. */
export const RecipeList = ({ projectId }: { projectId: string }) => (
  <section aria-labelledby="recipes" className="pt-8">
    <h2 id="recipes" className="pb-3 font-semibold">
      Start from a recipe
    </h2>
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {recipes.map(({ id, name, description, Icon }) => (
        <li key={id} className="panel relative flex items-start gap-3 p-4 hover:border-line-strong">
          <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-wash text-accent">
            <Icon aria-hidden size={16} />
          </span>
          <div className="min-w-0">
            <h3 className="font-medium">
              <Link href={`/${projectId}/automations/new?recipe=${id}`} className="after:absolute after:inset-0">
                {name}
              </Link>
            </h3>
            <p className="text-sm text-ink-soft">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
