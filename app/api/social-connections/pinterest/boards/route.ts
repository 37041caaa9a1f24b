import { endpoints, wire } from '@/lib/api/endpoint'
import { createPinterestBoard, listPinterestBoards, setDefaultPinterestBoard } from '@/lib/boards/contract'
import { create, list, setDefault } from '@/lib/boards/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listPinterestBoards, list),
  wire(setDefaultPinterestBoard, setDefault),
  wire(createPinterestBoard, create, { isOutside: true }),
)
