import { everywhereScreens, projectScreens, troubleScreens } from './project-screens'
import { newcomerScreens, publicScreens, referenceScreens } from './public-screens'
import type { Screen } from './screen'
import { settingsScreens } from './settings-screens'

/** Every screen, in the order in which a new user sees them. */
export const screens: Screen[] = [
  ...publicScreens,
  ...newcomerScreens,
  ...projectScreens,
  ...everywhereScreens,
  ...settingsScreens,
  ...troubleScreens,
  ...referenceScreens,
]
