'use client'

import { createContext, useContext } from 'react'

/**
 * Where floating parts are rendered. A modal `<dialog>` is in the browser's top layer and makes the rest of the page
 * inert, so lists and popovers inside it must be rendered into it.
 */
const PortalContainer = createContext<HTMLElement | null>(null)

export const PortalContainerProvider = PortalContainer.Provider

/** Null: the body of the page. */
export const usePortalContainer = (): HTMLElement | null => useContext(PortalContainer)
