'use client'

import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { usePortalContainer } from './portal-container'

/** A short text for a control that has no visible label. Shown on hover and focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const container = usePortalContainer()
  return (
    <Primitive.Provider delayDuration={400} skipDelayDuration={200}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal container={container}>
          <Primitive.Content
            sideOffset={5}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-lg"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
