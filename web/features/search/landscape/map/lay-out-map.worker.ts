import { layOutMap, type MapRequest } from './lay-out-map.ts';

addEventListener('message', ({ data }: MessageEvent<MapRequest>) => {
  postMessage(layOutMap(data));
});
