'use client'

import { ToastProvider } from '@/components/ui/toast'
import { ActionExamples } from './action-examples'
import { DataExamples } from './data-examples'
import { FormExamples } from './form-examples'
import { FoundationExamples } from './foundation-examples'
import { OverlayExamples } from './overlay-examples'
import { StateExamples } from './state-examples'

/** Every element of the interface in every state. */
export const UiExamples = () => (
  <ToastProvider>
    <div className="flex flex-col gap-8">
      <h1 className="text-2xl">Interface elements</h1>
      <FoundationExamples />
      <ActionExamples />
      <FormExamples />
      <OverlayExamples />
      <DataExamples />
      <StateExamples />
    </div>
  </ToastProvider>
)
