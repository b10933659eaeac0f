;; Kernels of the query path. Compiled by engine/kernels/compile.ts into scan.wasm.ts, once as it is and
;; once with relaxed swizzles, which save an instruction where the processor has them. Every kernel has
;; a twin in scan-plain.ts that gives the same bits.
(module
  (memory (export "memory") 1)

  ;; Unnormalised Walsh–Hadamard transform of `size` f32 (a power of two, at least 8), in place.
  (func $hadamard (param $at i32) (param $size i32)
    (local $half i32) (local $block i32) (local $i i32) (local $end i32)
    (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $size) (i32.const 2))))
    ;; Distances 1 and 2 lie inside a vector.
    (local.set $i (local.get $at))
    (loop $small
      (local.set $a (v128.load (local.get $i)))
      (local.set $a (f32x4.add
        (f32x4.mul (local.get $a) (v128.const f32x4 1 -1 1 -1))
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $a) (local.get $a))))
      (local.set $a (f32x4.add
        (f32x4.mul (local.get $a) (v128.const f32x4 1 1 -1 -1))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))))
      (v128.store (local.get $i) (local.get $a))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (br_if $small (i32.lt_u (local.get $i) (local.get $end))))
    (local.set $half (i32.const 16))
    (loop $distance
      (local.set $block (local.get $at))
      (loop $blocks
        (local.set $i (i32.const 0))
        (loop $pairs
          (local.set $a (v128.load (i32.add (local.get $block) (local.get $i))))
          (local.set $b (v128.load
            (i32.add (i32.add (local.get $block) (local.get $half)) (local.get $i))))
          (v128.store (i32.add (local.get $block) (local.get $i))
            (f32x4.add (local.get $a) (local.get $b)))
          (v128.store (i32.add (i32.add (local.get $block) (local.get $half)) (local.get $i))
            (f32x4.sub (local.get $a) (local.get $b)))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $pairs (i32.lt_u (local.get $i) (local.get $half))))
        (local.set $block (i32.add (local.get $block) (i32.shl (local.get $half) (i32.const 1))))
        (br_if $blocks (i32.lt_u (local.get $block) (local.get $end))))
      (local.set $half (i32.shl (local.get $half) (i32.const 1)))
      (br_if $distance
        (i32.lt_u (local.get $half) (i32.shl (local.get $size) (i32.const 2))))))

  ;; row[0..n) *= factors[0..n); n is a multiple of 4
  (func $scaleBy (param $row i32) (param $factors i32) (param $n i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.shl (local.get $n) (i32.const 2))))
    (loop $next
      (v128.store (local.get $row)
        (f32x4.mul (v128.load (local.get $row)) (v128.load (local.get $factors))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $factors (i32.add (local.get $factors) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; Rotates rows of `width` f32 in place: signs, a transform of the first `size` entries and, where
  ;; the width is not a power of two, signs and a transform of the last `size` entries. `factors` holds
  ;; two rows of `width` f32: signs with the transform's norm.
  (func (export "rotate") (param $rows i32) (param $count i32) (param $width i32) (param $size i32)
      (param $factors i32)
    (local $stride i32)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (call $scaleBy (local.get $rows) (local.get $factors) (local.get $width))
        (call $hadamard (local.get $rows) (local.get $size))
        (if (i32.ne (local.get $size) (local.get $width))
          (then
            (call $scaleBy (local.get $rows)
              (i32.add (local.get $factors) (local.get $stride)) (local.get $width))
            (call $hadamard
              (i32.add (local.get $rows)
                (i32.shl (i32.sub (local.get $width) (local.get $size)) (i32.const 2)))
              (local.get $size))))
        (local.set $rows (i32.add (local.get $rows) (local.get $stride)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row))))

  ;; Quantises rows of `width` f32 (a multiple of 16) to i8 by each row's largest entry; the value of
  ;; one step goes to `scales`. Halves round up.
  (func (export "quantize") (param $rows i32) (param $count i32) (param $width i32) (param $to i32)
      (param $scales i32)
    (local $i i32) (local $bytes i32) (local $most v128) (local $inverse v128) (local $largest f32)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $most (v128.const f32x4 0 0 0 0))
        (local.set $i (i32.const 0))
        (loop $max
          (local.set $most (f32x4.max (local.get $most)
            (f32x4.abs (v128.load (i32.add (local.get $rows) (local.get $i))))))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $max (i32.lt_u (local.get $i) (local.get $bytes))))
        (local.set $largest
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
            (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
        (f32.store (local.get $scales) (f32.div (local.get $largest) (f32.const 127)))
        (local.set $inverse (f32x4.splat (select
          (f32.div (f32.const 127) (local.get $largest)) (f32.const 0)
          (f32.gt (local.get $largest) (f32.const 0)))))
        (local.set $i (i32.const 0))
        (loop $narrow
          (v128.store (local.get $to)
            (i8x16.narrow_i16x8_s
              (i16x8.narrow_i32x4_s
                (call $round (v128.load (i32.add (local.get $rows) (local.get $i))) (local.get $inverse))
                (call $round (v128.load offset=16 (i32.add (local.get $rows) (local.get $i)))
                  (local.get $inverse)))
              (i16x8.narrow_i32x4_s
                (call $round (v128.load offset=32 (i32.add (local.get $rows) (local.get $i)))
                  (local.get $inverse))
                (call $round (v128.load offset=48 (i32.add (local.get $rows) (local.get $i)))
                  (local.get $inverse)))))
          (local.set $to (i32.add (local.get $to) (i32.const 16)))
          (local.set $i (i32.add (local.get $i) (i32.const 64)))
          (br_if $narrow (i32.lt_u (local.get $i) (local.get $bytes))))
        (local.set $rows (i32.add (local.get $rows) (local.get $bytes)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row))))

  (func $round (param $x v128) (param $factor v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.floor
      (f32x4.add (f32x4.mul (local.get $x) (local.get $factor)) (v128.const f32x4 0.5 0.5 0.5 0.5)))))

  ;; One-bit codes of i8 rows: a set bit is a negative entry. Groups of 32 rows are transposed: byte
  ;; p of row r lies at group(r / 32) + 32p + r mod 32. `width` is a multiple of 16.
  (func (export "signCodes") (param $values i32) (param $count i32) (param $width i32)
      (param $codes i32)
    (local $r i32) (local $i i32) (local $to i32) (local $bits i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $r) (local.get $count)))
        (local.set $to (i32.add (local.get $codes)
          (i32.add
            (i32.mul (i32.shr_u (local.get $r) (i32.const 5)) (i32.shl (local.get $width) (i32.const 2)))
            (i32.and (local.get $r) (i32.const 31)))))
        (local.set $i (i32.const 0))
        (loop $next
          (local.set $bits (i8x16.bitmask (v128.load (i32.add (local.get $values) (local.get $i)))))
          (i32.store8 (local.get $to) (local.get $bits))
          (i32.store8 offset=32 (local.get $to) (i32.shr_u (local.get $bits) (i32.const 8)))
          (local.set $to (i32.add (local.get $to) (i32.const 64)))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $values (i32.add (local.get $values) (local.get $width)))
        (local.set $r (i32.add (local.get $r) (i32.const 1)))
        (br $row))))

  ;; out[r] = 1 + Σ tables[nibble i][code nibble i of row r] as u16, for groups of 32 rows. `tables`
  ;; has 16 bytes below 32 for every nibble; `positions` (bytes of a code) is a multiple of 4.
  (func (export "scanCodes") (param $codes i32) (param $groups i32) (param $positions i32)
      (param $tables i32) (param $out i32)
    (local $table i32) (local $tablesEnd i32)
    (local $nibble v128) (local $low v128) (local $high v128) (local $c v128)
    (local $s v128) (local $t v128) (local $a v128) (local $b v128) (local $ha v128) (local $hb v128)
    (local.set $nibble (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    (local.set $tablesEnd
      (i32.add (local.get $tables) (i32.shl (local.get $positions) (i32.const 5))))
    (block $done
      (loop $group
        (br_if $done (i32.eqz (local.get $groups)))
        ;; Eight entries below 32 fit a byte. Bytes are summed in pairs, and the upper bytes also
        ;; separately, to subtract their part.
        (local.set $a (i16x8.splat (i32.const 0x0101)))
        (local.set $b (local.get $a))
        (local.set $ha (i16x8.splat (i32.const 1)))
        (local.set $hb (local.get $ha))
        (local.set $table (local.get $tables))
        (loop $four
          (local.set $low (v128.load (local.get $table)))
          (local.set $high (v128.load offset=16 (local.get $table)))
          (local.set $c (v128.load (local.get $codes)))
          (local.set $s
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble)))))
          (local.set $c (v128.load offset=16 (local.get $codes)))
          (local.set $t
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble)))))
          (local.set $low (v128.load offset=32 (local.get $table)))
          (local.set $high (v128.load offset=48 (local.get $table)))
          (local.set $c (v128.load offset=32 (local.get $codes)))
          (local.set $s (i8x16.add (local.get $s)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $c (v128.load offset=48 (local.get $codes)))
          (local.set $t (i8x16.add (local.get $t)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $low (v128.load offset=64 (local.get $table)))
          (local.set $high (v128.load offset=80 (local.get $table)))
          (local.set $c (v128.load offset=64 (local.get $codes)))
          (local.set $s (i8x16.add (local.get $s)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $c (v128.load offset=80 (local.get $codes)))
          (local.set $t (i8x16.add (local.get $t)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $low (v128.load offset=96 (local.get $table)))
          (local.set $high (v128.load offset=112 (local.get $table)))
          (local.set $c (v128.load offset=96 (local.get $codes)))
          (local.set $s (i8x16.add (local.get $s)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $c (v128.load offset=112 (local.get $codes)))
          (local.set $t (i8x16.add (local.get $t)
            (i8x16.add
              (i8x16.swizzle (local.get $low) (v128.and (local.get $c) (local.get $nibble)))
              (i8x16.swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $nibble))))))
          (local.set $a (i16x8.add (local.get $a) (local.get $s)))
          (local.set $ha (i16x8.add (local.get $ha) (i16x8.shr_u (local.get $s) (i32.const 8))))
          (local.set $b (i16x8.add (local.get $b) (local.get $t)))
          (local.set $hb (i16x8.add (local.get $hb) (i16x8.shr_u (local.get $t) (i32.const 8))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
          (local.set $table (i32.add (local.get $table) (i32.const 128)))
          (br_if $four (i32.lt_u (local.get $table) (local.get $tablesEnd))))
        (local.set $a
          (i16x8.sub (local.get $a) (i16x8.shl (local.get $ha) (i32.const 8))))
        (local.set $b
          (i16x8.sub (local.get $b) (i16x8.shl (local.get $hb) (i32.const 8))))
        (v128.store (local.get $out)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $a) (local.get $ha)))
        (v128.store offset=16 (local.get $out)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $a) (local.get $ha)))
        (v128.store offset=32 (local.get $out)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $b) (local.get $hb)))
        (v128.store offset=48 (local.get $out)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $b) (local.get $hb)))
        (local.set $out (i32.add (local.get $out) (i32.const 64)))
        (local.set $groups (i32.sub (local.get $groups) (i32.const 1)))
        (br $group))))

  ;; values[r] = mask[r] ? values[r] : 0, u16 and u8; count is a multiple of 8.
  (func (export "maskU16") (param $values i32) (param $mask i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $mask) (local.get $count)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $mask) (local.get $end)))
        (v128.store (local.get $values)
          (v128.and (v128.load (local.get $values))
            (i16x8.ne (v128.load8x8_u (local.get $mask)) (i16x8.splat (i32.const 0)))))
        (local.set $values (i32.add (local.get $values) (i32.const 16)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 8)))
        (br $next))))

  ;; Writes the places from `from` on whose u16 value is at least `minimum` (not 0), at most
  ;; `capacity` + 7 of them; returns where to go on, and their number at `found`. `count` is a
  ;; multiple of 8, and so is `from`.
  (func (export "selectU16") (param $values i32) (param $from i32) (param $count i32)
      (param $minimum i32) (param $out i32) (param $capacity i32) (param $found i32) (result i32)
    (local $bits i32) (local $limit v128) (local $to i32) (local $stop i32)
    (local.set $limit (i16x8.splat (local.get $minimum)))
    (local.set $to (local.get $out))
    (local.set $stop (i32.add (local.get $out) (i32.shl (local.get $capacity) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $count)))
        (local.set $bits (i16x8.bitmask (i16x8.ge_u
          (v128.load (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 1))))
          (local.get $limit))))
        (block $none
          (loop $bit
            (br_if $none (i32.eqz (local.get $bits)))
            (i32.store (local.get $to) (i32.add (local.get $from) (i32.ctz (local.get $bits))))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (local.set $bits
              (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $bit)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br_if $next (i32.lt_u (local.get $to) (local.get $stop)))))
    (i32.store (local.get $found)
      (i32.shr_u (i32.sub (local.get $to) (local.get $out)) (i32.const 2)))
    (local.get $from))

  ;; Σ query[j] · row[j], i16 × i8 → i32; width is a multiple of 16.
  (func $dot (param $query i32) (param $row i32) (param $width i32) (result i32)
    (local $end i32) (local $even v128) (local $odd v128)
    (local.set $end (i32.add (local.get $row) (local.get $width)))
    (loop $sixteen
      (local.set $even (i32x4.add (local.get $even)
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (v128.load (local.get $query)))))
      (local.set $odd (i32x4.add (local.get $odd)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row))
          (v128.load offset=16 (local.get $query)))))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (local.set $query (i32.add (local.get $query) (i32.const 32)))
      (br_if $sixteen (i32.lt_u (local.get $row) (local.get $end))))
    (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
      (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))

  ;; Loads every cache line of the listed rows, of `width` bytes each: the rows are far apart, so many loads
  ;; should wait at the same time. Returns a sum, so that no compiler removes the loads.
  (func $touchListed (param $rows i32) (param $width i32) (param $list i32) (param $listEnd i32)
      (result i32)
    (local $at i32) (local $end i32) (local $sum i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $at (i32.add (local.get $rows)
          (i32.mul (i32.load (local.get $list)) (local.get $width))))
        (local.set $end (i32.add (local.get $at) (local.get $width)))
        (loop $line
          (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $line (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $row)))
    (local.get $sum))

  ;; The address 32 words ahead, at most the end.
  (func $batchEnd (param $at i32) (param $end i32) (result i32)
    (local.set $at (i32.add (local.get $at) (i32.const 128)))
    (select (local.get $at) (local.get $end) (i32.lt_u (local.get $at) (local.get $end))))

  ;; out[i] = query · rows[list[i]].
  (func (export "dotsAt") (param $query i32) (param $rows i32) (param $width i32) (param $list i32)
      (param $count i32) (param $out i32)
    (local $listEnd i32) (local $batchEnd i32)
    (local.set $listEnd (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $batch
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $batchEnd (call $batchEnd (local.get $list) (local.get $listEnd)))
        (i32.store (local.get $out) (call $touchListed
          (local.get $rows) (local.get $width) (local.get $list) (local.get $batchEnd)))
        (loop $next
          (i32.store (local.get $out)
            (call $dot (local.get $query)
              (i32.add (local.get $rows) (i32.mul (i32.load (local.get $list)) (local.get $width)))
              (local.get $width)))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $list (i32.add (local.get $list) (i32.const 4)))
          (br_if $next (i32.lt_u (local.get $list) (local.get $batchEnd))))
        (br $batch))))

  ;; sums[rows[i]] += impacts[i] · weight, for the u16 rows and u8 impacts of one posting list.
  (func (export "accumulate") (param $sums i32) (param $rows i32) (param $impacts i32)
      (param $count i32) (param $weight i32)
    (local $end i32) (local $at i32)
    (local.set $end (i32.add (local.get $impacts) (local.get $count)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $impacts) (local.get $end)))
        (local.set $at (i32.add (local.get $sums)
          (i32.shl (i32.load16_u (local.get $rows)) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at))
          (i32.mul (i32.load8_u (local.get $impacts)) (local.get $weight))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 2)))
        (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
        (br $next))))

  ;; sums[r] = mask[r] ? sums[r] : 0, i32 and u8; count is a multiple of 4.
  (func (export "maskI32") (param $sums i32) (param $mask i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $mask) (local.get $count)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $mask) (local.get $end)))
        (v128.store (local.get $sums)
          (v128.and (v128.load (local.get $sums))
            (i32x4.ne (v128.const i32x4 0 0 0 0)
              (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u
                (v128.load32_zero (local.get $mask)))))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
        (br $next))))

  ;; How many sums are not 0; count is a multiple of 4.
  (func (export "countNonzero") (param $sums i32) (param $count i32) (result i32)
    (local $end i32) (local $total v128)
    (local.set $end (i32.add (local.get $sums) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $sums) (local.get $end)))
        (local.set $total (i32x4.sub (local.get $total)
          (i32x4.ne (v128.load (local.get $sums)) (v128.const i32x4 0 0 0 0))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
        (br $next)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $total)) (i32x4.extract_lane 1 (local.get $total)))
      (i32.add (i32x4.extract_lane 2 (local.get $total)) (i32x4.extract_lane 3 (local.get $total)))))

  ;; Writes places from `from` on, and the sums there, that are greater than `above`: at most
  ;; `capacity` + 3 of them; returns where to go on, and their number at `found`. `count` and `from`
  ;; are multiples of 4.
  (func (export "selectI32") (param $sums i32) (param $from i32) (param $count i32)
      (param $above i32) (param $places i32) (param $out i32) (param $capacity i32)
      (param $found i32) (result i32)
    (local $bits i32) (local $limit v128) (local $n i32) (local $place i32)
    (local.set $limit (i32x4.splat (local.get $above)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $count)))
        (local.set $bits (i32x4.bitmask (i32x4.gt_s
          (v128.load (i32.add (local.get $sums) (i32.shl (local.get $from) (i32.const 2))))
          (local.get $limit))))
        (block $none
          (loop $bit
            (br_if $none (i32.eqz (local.get $bits)))
            (local.set $place (i32.add (local.get $from) (i32.ctz (local.get $bits))))
            (i32.store (i32.add (local.get $places) (i32.shl (local.get $n) (i32.const 2)))
              (local.get $place))
            (i32.store (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2)))
              (i32.load (i32.add (local.get $sums) (i32.shl (local.get $place) (i32.const 2)))))
            (local.set $n (i32.add (local.get $n) (i32.const 1)))
            (local.set $bits
              (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
            (br $bit)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (br_if $next (i32.lt_u (local.get $n) (local.get $capacity)))))
    (i32.store (local.get $found) (local.get $n))
    (local.get $from))

  ;; One pass over the terms of the listed rows, whose arrays and numbers are in `block` (ROW_SCAN of
  ;; structures.ts; scan-kernels.ts describes the arrays). Up to four bytes behind a row are read too.
  ;; Returns the rows done: fewer than `count` when the events might not fit.
  (func (export "scanRows") (param $block i32) (param $list i32) (param $count i32)
      (result i32)
    (local $done i32) (local $next i32)
    (call $touchRows (local.get $block) (local.get $list) (local.get $count))
    (i32.store offset=ROW_SCAN.eventCount (local.get $block) (i32.const 0))
    (i32.store offset=ROW_SCAN.occurrenceCount (local.get $block) (i32.const 0))
    (block $stop
      (loop $group
        (local.set $next (call $readRows (local.get $block) (local.get $list)
          (local.get $done) (local.get $count)))
        (call $listFresh (local.get $block))
        (call $compareTerms (local.get $block))
        (call $sumRows (local.get $block) (local.get $done) (local.get $next))
        (br_if $stop (i32.or
          (i32.eq (local.get $next) (local.get $count))
          (i32.eq (local.get $next) (local.get $done))))
        (local.set $done (local.get $next))
        (br $group)))
    (local.get $next))

  ;; Loads the beginnings and ends of the listed rows, many at a time: they lie far apart.
  (func $touchRows (param $block i32) (param $list i32) (param $count i32)
    (local $end i32) (local $at i32) (local $sum i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $at (i32.add (i32.load offset=ROW_SCAN.offsets (local.get $block))
          (i32.shl (i32.load (local.get $list)) (i32.const 2))))
        (local.set $sum (i32.add (local.get $sum) (i32.add
          (i32.load8_u (i32.add (i32.load offset=ROW_SCAN.bytes (local.get $block)) (i32.load (local.get $at))))
          (i32.load8_u (i32.add (i32.load offset=ROW_SCAN.bytes (local.get $block)) (i32.load offset=4 (local.get $at)))))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $row)))
    (i32.store offset=ROW_SCAN.touchedSum (local.get $block) (local.get $sum)))

  ;; Nearness of the terms that were met for the first time.
  (func $compareTerms (param $block i32)
    (local $at i32) (local $end i32) (local $batchEnd i32) (local $number i32) (local $place i32)
    (local $vectors i32) (local $width i32)
    (local.set $at (i32.load offset=ROW_SCAN.fresh (local.get $block)))
    (local.set $end (i32.add (local.get $at)
      (i32.shl (i32.load offset=ROW_SCAN.freshCount (local.get $block)) (i32.const 2))))
    (local.set $vectors (i32.load offset=ROW_SCAN.vectors (local.get $block)))
    (local.set $width (i32.load offset=ROW_SCAN.width (local.get $block)))
    (block $done
      (loop $batch
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $batchEnd (call $batchEnd (local.get $at) (local.get $end)))
        (i32.store offset=ROW_SCAN.touchedSum (local.get $block) (call $touchListed
          (local.get $vectors) (local.get $width) (local.get $at) (local.get $batchEnd)))
        (loop $term
          (local.set $number (i32.load (local.get $at)))
          (local.set $place (i32.shl (local.get $number) (i32.const 2)))
          (f32.store (i32.add (i32.load offset=ROW_SCAN.nearness (local.get $block)) (local.get $place))
            (f32.mul
              (f32.convert_i32_s (call $dot
                (i32.load offset=ROW_SCAN.query (local.get $block))
                (i32.add (local.get $vectors) (i32.mul (local.get $number) (local.get $width)))
                (local.get $width)))
              (f32.load (i32.add (i32.load offset=ROW_SCAN.factors (local.get $block)) (local.get $place)))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $term (i32.lt_u (local.get $at) (local.get $batchEnd))))
        (br $batch))))

  ;; Sums the nearness of the terms of rows `first` to before `last` of the list.
  (func $sumRows (param $block i32) (param $first i32) (param $last i32)
    (local $at i32) (local $end i32) (local $nearness i32) (local $sum f64)
    (local.set $at (i32.load offset=ROW_SCAN.numbers (local.get $block)))
    (local.set $nearness (i32.load offset=ROW_SCAN.nearness (local.get $block)))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $first) (local.get $last)))
        (local.set $end (i32.add (local.get $at) (i32.shl
          (i32.load (i32.add (i32.load offset=ROW_SCAN.lengths (local.get $block))
            (i32.shl (local.get $first) (i32.const 2))))
          (i32.const 1))))
        (local.set $sum (f64.const 0))
        (block $rowDone
          (loop $term
            (br_if $rowDone (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $sum (f64.add (local.get $sum) (f64.promote_f32 (f32.load
              (i32.add (local.get $nearness)
                (i32.shl (i32.load16_u (local.get $at)) (i32.const 2)))))))
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (br $term)))
        (f64.store
          (i32.add (i32.load offset=ROW_SCAN.sums (local.get $block))
            (i32.shl (local.get $first) (i32.const 3)))
          (local.get $sum))
        (local.set $first (i32.add (local.get $first) (i32.const 1)))
        (br $row))))

  ;; The part of scanRows that reads terms: all but the nearness of rows `first` on, as many as there is
  ;; room for. The association vectors of their terms go to `numbers`.
  (func $readRows (param $block i32) (param $list i32) (param $first i32) (param $count i32)
      (result i32)
    (local $done i32) (local $at i32) (local $end i32) (local $value i32) (local $byte i32)
    (local $tail i32) (local $bases i32) (local $terms i32) (local $field i32)
    (local $previous i32) (local $place i32) (local $n i32)
    (local $total f64) (local $matched f64) (local $idf f64)
    (local $pair i32) (local $pairEnd i32) (local $touched i32) (local $events i32)
    (local $event i32) (local $isTitle i32) (local $entry i32)
    (local $numbers i32) (local $numbersEnd i32)
    (local $occurrence i32) (local $occurrenceStart i32) (local $occurrenceEnd i32) (local $fieldEnd i32)
    (local.set $done (local.get $first))
    (local.set $list (i32.add (local.get $list) (i32.shl (local.get $first) (i32.const 2))))
    (local.set $events (i32.load offset=ROW_SCAN.eventCount (local.get $block)))
    (local.set $occurrenceStart (i32.load offset=ROW_SCAN.occurrences (local.get $block)))
    (local.set $occurrenceEnd (i32.add (local.get $occurrenceStart) (i32.mul
      (i32.load offset=ROW_SCAN.occurrenceCapacity (local.get $block)) (i32.const OCCURRENCE.sizeBytes))))
    (local.set $occurrence (i32.add (local.get $occurrenceStart) (i32.mul
      (i32.load offset=ROW_SCAN.occurrenceCount (local.get $block)) (i32.const OCCURRENCE.sizeBytes))))
    (local.set $fieldEnd (i32.add (i32.load offset=ROW_SCAN.fieldEnds (local.get $block)) (i32.mul
      (i32.shl (local.get $first) (i32.const 2)) (i32.load offset=ROW_SCAN.fields (local.get $block)))))
    (local.set $numbers (i32.load offset=ROW_SCAN.numbers (local.get $block)))
    (local.set $numbersEnd (i32.add (local.get $numbers)
      (i32.shl (i32.load offset=ROW_SCAN.numberCapacity (local.get $block)) (i32.const 1))))
    (local.set $terms (i32.load offset=ROW_SCAN.terms (local.get $block)))
    (local.set $bases (i32.load offset=ROW_SCAN.codeBases (local.get $block)))
    (block $stop
      (loop $row
        (br_if $stop (i32.ge_u (local.get $done) (local.get $count)))
        (local.set $at (i32.add (i32.load offset=ROW_SCAN.offsets (local.get $block))
          (i32.shl (i32.load (local.get $list)) (i32.const 2))))
        (local.set $end
          (i32.add (i32.load offset=ROW_SCAN.bytes (local.get $block)) (i32.load offset=4 (local.get $at))))
        (local.set $at (i32.add (i32.load offset=ROW_SCAN.bytes (local.get $block)) (i32.load (local.get $at))))
        (br_if $stop (i32.gt_u
          (i32.add (local.get $numbers)
            (i32.shl (i32.sub (local.get $end) (local.get $at)) (i32.const 1)))
          (local.get $numbersEnd)))
        ;; A row has fewer pairs than bytes.
        (br_if $stop (i32.and
          (i32.gt_u
            (i32.add (local.get $events) (i32.sub (local.get $end) (local.get $at)))
            (i32.load offset=ROW_SCAN.eventCapacity (local.get $block)))
          (i32.gt_u (local.get $events) (i32.const 0))))
        ;; A row has fewer occurrences than bytes.
        (br_if $stop (i32.and
          (i32.gt_u
            (i32.add (local.get $occurrence) (i32.mul
              (i32.sub (local.get $end) (local.get $at)) (i32.const OCCURRENCE.sizeBytes)))
            (local.get $occurrenceEnd))
          (i32.gt_u (local.get $occurrence) (local.get $occurrenceStart))))
        (local.set $field (i32.const 0))
        (local.set $previous (i32.const 0))
        (local.set $n (i32.const 0))
        (local.set $touched (i32.const 0))
        (local.set $total (f64.const 0))
        (local.set $matched (f64.const 0))
        (local.set $isTitle (call $isTitle (local.get $block) (i32.const 0)))
        (block $rowDone
          (loop $token
            (br_if $rowDone (i32.ge_u (local.get $at) (local.get $end)))
            ;; The first byte determines the length; the numbers of each length follow each other.
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $value (i32.load offset=1 align=1 (local.get $at)))
            (local.set $tail (i32.add
              (i32.add
                (i32.ge_u (local.get $byte) (i32.const 176))
                (i32.ge_u (local.get $byte) (i32.const 248)))
              (i32.ge_u (local.get $byte) (i32.const 254))))
            (local.set $at (i32.add (i32.add (local.get $at) (i32.const 1)) (local.get $tail)))
            (local.set $value (i32.shl
              (i32.add
                (i32.load (i32.add (local.get $bases) (i32.shl (local.get $byte) (i32.const 2))))
                (i32.and (local.get $value)
                  (i32.sub
                    (i32.shl (i32.const 1) (i32.shl (local.get $tail) (i32.const 3)))
                    (i32.const 1))))
              (i32.const 2)))
            (local.set $entry (i32.load (i32.add (local.get $terms) (local.get $value))))
            (local.set $n (i32.add (local.get $n) (i32.const 1)))
            ;; Terms of the query, ends of fields, and all in a title.
            (if (i32.or (local.get $isTitle) (i32.ge_u (local.get $entry) (i32.const 0x10000)))
              (then
                (local.set $place (i32.shr_u (local.get $entry) (i32.const 16)))
                (if (i32.eq (local.get $place) (i32.const 0xffff))
                  (then
                    (local.set $field (i32.add (local.get $field) (i32.const 1)))
                    (local.set $previous (i32.const 0))
                    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
                    (i32.store (local.get $fieldEnd) (local.get $n))
                    (local.set $fieldEnd (i32.add (local.get $fieldEnd) (i32.const 4)))
                    (local.set $isTitle (call $isTitle (local.get $block) (local.get $field)))
                    (br $token)))
                (if (i32.and
                    (i32.ne (local.get $place) (i32.const 0))
                    (i32.lt_u (local.get $occurrence) (local.get $occurrenceEnd)))
                  (then
                    (i32.store (local.get $occurrence) (local.get $done))
                    (i32.store offset=4 (local.get $occurrence) (local.get $field))
                    (i32.store offset=8 (local.get $occurrence) (local.get $place))
                    (local.set $occurrence
                      (i32.add (local.get $occurrence) (i32.const OCCURRENCE.sizeBytes)))))
                ;; Similar words are not terms of the query.
                (if (i32.ge_u (local.get $place) (i32.const SIMILAR_PLACE))
                  (then (local.set $place (i32.const 0))))
                (if (local.get $isTitle)
                  (then
                    (local.set $idf (f64.promote_f32 (f32.load (i32.sub (i32.add
                      (i32.load offset=ROW_SCAN.idf (local.get $block)) (local.get $value)) (i32.const 4)))))
                    (local.set $total (f64.add (local.get $total) (local.get $idf)))
                    (if (local.get $place)
                      (then
                        (local.set $matched (f64.add (local.get $matched) (local.get $idf)))))))
                (if (i32.and (i32.ne (local.get $previous) (i32.const 0))
                    (i32.ne (local.get $place) (i32.const 0)))
                  (then
                    (local.set $pair (i32.add (i32.load offset=ROW_SCAN.pairStarts (local.get $block))
                      (i32.shl (i32.sub (local.get $previous) (i32.const 1)) (i32.const 2))))
                    (local.set $pairEnd (i32.load offset=4 (local.get $pair)))
                    (local.set $pair (i32.load (local.get $pair)))
                    (block $found
                      (loop $search
                        (br_if $found (i32.ge_u (local.get $pair) (local.get $pairEnd)))
                        (if (i32.eq (local.get $place) (i32.load
                              (i32.add (i32.load offset=ROW_SCAN.pairSeconds (local.get $block))
                                (i32.shl (local.get $pair) (i32.const 2)))))
                          (then
                            (local.set $byte (i32.add (i32.load offset=ROW_SCAN.pairCounts (local.get $block))
                              (i32.shl (local.get $pair) (i32.const 2))))
                            (if (i32.eqz (i32.load (local.get $byte)))
                              (then
                                (i32.store
                                  (i32.add (i32.load offset=ROW_SCAN.touched (local.get $block))
                                    (i32.shl (local.get $touched) (i32.const 2)))
                                  (local.get $pair))
                                (local.set $touched (i32.add (local.get $touched) (i32.const 1)))))
                            (i32.store (local.get $byte)
                              (i32.add (i32.load (local.get $byte)) (i32.const 1)))
                            (br $found)))
                        (local.set $pair (i32.add (local.get $pair) (i32.const 1)))
                        (br $search)))))
                (local.set $previous (local.get $place)))
              (else (local.set $previous (i32.const 0))))
            (i32.store16 (local.get $numbers) (local.get $entry))
            (local.set $numbers (i32.add (local.get $numbers) (i32.const 2)))
            (br $token)))
        ;; Pairs of the row, and their counts cleared for the next one.
        (block $flushed
          (loop $flush
            (br_if $flushed (i32.eqz (local.get $touched)))
            (local.set $touched (i32.sub (local.get $touched) (i32.const 1)))
            (local.set $pair (i32.load (i32.add (i32.load offset=ROW_SCAN.touched (local.get $block))
              (i32.shl (local.get $touched) (i32.const 2)))))
            (local.set $byte (i32.add (i32.load offset=ROW_SCAN.pairCounts (local.get $block))
              (i32.shl (local.get $pair) (i32.const 2))))
            (local.set $event (i32.add (i32.load offset=ROW_SCAN.events (local.get $block))
              (i32.mul (local.get $events) (i32.const PAIR_EVENT.sizeBytes))))
            (i32.store (local.get $event) (local.get $done))
            (i32.store offset=4 (local.get $event) (local.get $pair))
            (i32.store offset=8 (local.get $event) (i32.load (local.get $byte)))
            (i32.store (local.get $byte) (i32.const 0))
            (local.set $events (i32.add (local.get $events) (i32.const 1)))
            (br $flush)))
        (i32.store
          (i32.add (i32.load offset=ROW_SCAN.lengths (local.get $block))
            (i32.shl (local.get $done) (i32.const 2)))
          (local.get $n))
        (f64.store
          (i32.add (i32.load offset=ROW_SCAN.covers (local.get $block))
            (i32.shl (local.get $done) (i32.const 3)))
          (f64.div (local.get $matched)
            (select (local.get $total) (f64.const 1) (f64.gt (local.get $total) (f64.const 0)))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))
        (br $row)))
    (i32.store offset=ROW_SCAN.eventCount (local.get $block) (local.get $events))
    (i32.store offset=ROW_SCAN.occurrenceCount (local.get $block) (i32.div_u
      (i32.sub (local.get $occurrence) (local.get $occurrenceStart)) (i32.const OCCURRENCE.sizeBytes)))
    (i32.store offset=ROW_SCAN.numberCount (local.get $block) (i32.shr_u
      (i32.sub (local.get $numbers) (i32.load offset=ROW_SCAN.numbers (local.get $block))) (i32.const 1)))
    (local.get $done))

  ;; Lists the vectors among `numbers` whose nearness is not known yet, without a branch, and marks them as
  ;; known. A pass of its own: in the loop above, loads would wait for the addresses of earlier stores. The
  ;; marks are bytes, so that they fit the fastest cache.
  (func $listFresh (param $block i32)
    (local $at i32) (local $end i32) (local $known i32) (local $number i32) (local $fresh i32)
    (local.set $at (i32.load offset=ROW_SCAN.numbers (local.get $block)))
    (local.set $end (i32.add (local.get $at)
      (i32.shl (i32.load offset=ROW_SCAN.numberCount (local.get $block)) (i32.const 1))))
    (local.set $known (i32.load offset=ROW_SCAN.known (local.get $block)))
    (local.set $fresh (i32.load offset=ROW_SCAN.fresh (local.get $block)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $number (i32.load16_u (local.get $at)))
        (i32.store (local.get $fresh) (local.get $number))
        (local.set $number (i32.add (local.get $known) (local.get $number)))
        (local.set $fresh (i32.add (local.get $fresh)
          (i32.shl (i32.eqz (i32.load8_u (local.get $number))) (i32.const 2))))
        (i32.store8 (local.get $number) (i32.const 1))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $next)))
    (i32.store offset=ROW_SCAN.freshCount (local.get $block) (i32.shr_u
      (i32.sub (local.get $fresh) (i32.load offset=ROW_SCAN.fresh (local.get $block))) (i32.const 2))))

  (func $isTitle (param $block i32) (param $field i32) (result i32)
    (i32.eq (local.get $field) (i32.load offset=ROW_SCAN.titleField (local.get $block))))

  ;; y[0..n) += weights[i] · panel[i][0..n), f32, rows of n entries one after another; n is a
  ;; multiple of 4.
  (func (export "addRows") (param $weights i32) (param $count i32) (param $panel i32) (param $n i32)
      (param $y i32)
    (local $at i32) (local $end i32) (local $weight v128)
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $n) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $weight (f32x4.splat (f32.load (local.get $weights))))
        (local.set $at (local.get $y))
        (loop $next
          (v128.store (local.get $at)
            (f32x4.add (v128.load (local.get $at))
              (f32x4.mul (local.get $weight) (v128.load (local.get $panel)))))
          (local.set $panel (i32.add (local.get $panel) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row))))
)
