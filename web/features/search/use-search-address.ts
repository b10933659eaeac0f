import { useSearchParams } from 'react-router-dom';

interface SearchAddress {
  indexId: string;
  text: string;
}

/** The search lives in the address, so that it can be shared and the back button works. */
export function useSearchAddress(): [SearchAddress, (next: SearchAddress) => void] {
  const [params, setParams] = useSearchParams();
  const address = {
    indexId: params.get('index') ?? 'us_patents',
    text: params.get('q')?.trim() ?? '',
  };
  const setAddress = ({ indexId, text }: SearchAddress) => {
    setParams(text === '' ? { index: indexId } : { index: indexId, q: text });
  };
  return [address, setAddress];
}
