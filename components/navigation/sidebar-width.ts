import { createContext, useContext } from 'react'

/** Whether the sidebar shows its labels. It exists in windows from 48 rem on. */
const SidebarContext = createContext(false)
export const SidebarProvider = SidebarContext.Provider

/** Whether the sidebar shows its labels, and not only icons. For screens that need its room. */
export const useIsSidebarOpen = (): boolean => useContext(SidebarContext)
