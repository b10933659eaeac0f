;; SIMD kernels of training and building. Compiled by engine/kernels/compile.ts into kernels.wasm.ts.
;; Every kernel has a twin in plain.ts that gives the same bits: each entry of a result is summed in
;; the same order there, and no operation is fused.
;;
;; A panel is a matrix of f32 stored in blocks of 32 columns, each block row-major: entry (r, c) lies
;; at ((c >> 5) * rows + r) * 32 + (c & 31). Sparse products walk one block at a time, so that the rows
;; of frequent terms stay in the cache; a row of a block fills eight vector registers.
;;
;; The inner loops are functions of their own, called often: V8 replaces its baseline code of a
;; function by the optimised one between calls, never within one.
(module
  (memory (export "memory") 1)

  ;; to[0..32) = Σ values[i] * panel[indices[i]][0..32) for one block of a panel.
  (func $gatherBlock (param $indices i32) (param $end i32) (param $values i32) (param $panel i32)
      (param $to i32)
    (local $from i32) (local $v v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (local.set $v (v128.load32_splat (local.get $values)))
        (local.set $from
          (i32.add (local.get $panel) (i32.shl (i32.load (local.get $indices)) (i32.const 7))))
        (local.set $s0 (f32x4.add (local.get $s0)
          (f32x4.mul (local.get $v) (v128.load (local.get $from)))))
        (local.set $s1 (f32x4.add (local.get $s1)
          (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $from)))))
        (local.set $s2 (f32x4.add (local.get $s2)
          (f32x4.mul (local.get $v) (v128.load offset=32 (local.get $from)))))
        (local.set $s3 (f32x4.add (local.get $s3)
          (f32x4.mul (local.get $v) (v128.load offset=48 (local.get $from)))))
        (local.set $s4 (f32x4.add (local.get $s4)
          (f32x4.mul (local.get $v) (v128.load offset=64 (local.get $from)))))
        (local.set $s5 (f32x4.add (local.get $s5)
          (f32x4.mul (local.get $v) (v128.load offset=80 (local.get $from)))))
        (local.set $s6 (f32x4.add (local.get $s6)
          (f32x4.mul (local.get $v) (v128.load offset=96 (local.get $from)))))
        (local.set $s7 (f32x4.add (local.get $s7)
          (f32x4.mul (local.get $v) (v128.load offset=112 (local.get $from)))))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next)))
    (v128.store (local.get $to) (local.get $s0))
    (v128.store offset=16 (local.get $to) (local.get $s1))
    (v128.store offset=32 (local.get $to) (local.get $s2))
    (v128.store offset=48 (local.get $to) (local.get $s3))
    (v128.store offset=64 (local.get $to) (local.get $s4))
    (v128.store offset=80 (local.get $to) (local.get $s5))
    (v128.store offset=96 (local.get $to) (local.get $s6))
    (v128.store offset=112 (local.get $to) (local.get $s7)))

  ;; The reverse: panel[indices[i]][0..32) += values[i] * from[0..32).
  (func $scatterBlock (param $indices i32) (param $end i32) (param $values i32) (param $panel i32)
      (param $from i32)
    (local $to i32) (local $v v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (local.set $s0 (v128.load (local.get $from)))
    (local.set $s1 (v128.load offset=16 (local.get $from)))
    (local.set $s2 (v128.load offset=32 (local.get $from)))
    (local.set $s3 (v128.load offset=48 (local.get $from)))
    (local.set $s4 (v128.load offset=64 (local.get $from)))
    (local.set $s5 (v128.load offset=80 (local.get $from)))
    (local.set $s6 (v128.load offset=96 (local.get $from)))
    (local.set $s7 (v128.load offset=112 (local.get $from)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (local.set $v (v128.load32_splat (local.get $values)))
        (local.set $to
          (i32.add (local.get $panel) (i32.shl (i32.load (local.get $indices)) (i32.const 7))))
        (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s0))))
        (v128.store offset=16 (local.get $to) (f32x4.add (v128.load offset=16 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s1))))
        (v128.store offset=32 (local.get $to) (f32x4.add (v128.load offset=32 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s2))))
        (v128.store offset=48 (local.get $to) (f32x4.add (v128.load offset=48 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s3))))
        (v128.store offset=64 (local.get $to) (f32x4.add (v128.load offset=64 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s4))))
        (v128.store offset=80 (local.get $to) (f32x4.add (v128.load offset=80 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s5))))
        (v128.store offset=96 (local.get $to) (f32x4.add (v128.load offset=96 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s6))))
        (v128.store offset=112 (local.get $to) (f32x4.add (v128.load offset=112 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s7))))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next))))

  ;; One block of image = A · panel for a sparse matrix A in compressed rows.
  (func (export "multiply") (param $starts i32) (param $rows i32) (param $indices i32)
      (param $values i32) (param $panel i32) (param $image i32)
    (local $end i32) (local $from i32) (local $to i32)
    (local.set $end (i32.add (local.get $starts) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $starts) (local.get $end)))
        (local.set $from (i32.shl (i32.load (local.get $starts)) (i32.const 2)))
        (local.set $to (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 2)))
        (call $gatherBlock
          (i32.add (local.get $indices) (local.get $from))
          (i32.add (local.get $indices) (local.get $to))
          (i32.add (local.get $values) (local.get $from))
          (local.get $panel) (local.get $image))
        (local.set $image (i32.add (local.get $image) (i32.const 128)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (br $row))))

  ;; One block of image += Aᵀ · (A · panel); `row` is room for 32 f32.
  (func (export "multiplyGram") (param $starts i32) (param $rows i32) (param $indices i32)
      (param $values i32) (param $panel i32) (param $image i32) (param $row i32)
    (local $end i32) (local $from i32) (local $to i32) (local $weights i32)
    (local.set $end (i32.add (local.get $starts) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $starts) (local.get $end)))
        (local.set $from (i32.shl (i32.load (local.get $starts)) (i32.const 2)))
        (local.set $weights (i32.add (local.get $values) (local.get $from)))
        (local.set $to (i32.add (local.get $indices)
          (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 2))))
        (local.set $from (i32.add (local.get $indices) (local.get $from)))
        (call $gatherBlock (local.get $from) (local.get $to) (local.get $weights)
          (local.get $panel) (local.get $row))
        (call $scatterBlock (local.get $from) (local.get $to) (local.get $weights)
          (local.get $image) (local.get $row))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (br $next))))

  ;; out[0..4)[0..4) += Σ x[r][0..4)ᵀ y[r][0..4) over `rows` rows of widened blocks, f64.
  (func $innerTile (param $x i32) (param $y i32) (param $rows i32) (param $out i32)
      (param $stride i32)
    (local $end i32) (local $y0 v128) (local $y1 v128) (local $v v128)
    (local $a0 v128) (local $b0 v128) (local $a1 v128) (local $b1 v128)
    (local $a2 v128) (local $b2 v128) (local $a3 v128) (local $b3 v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $rows) (i32.const 8))))
    (loop $next
      (local.set $y0 (v128.load (local.get $y)))
      (local.set $y1 (v128.load offset=16 (local.get $y)))
      (local.set $v (v128.load64_splat (local.get $x)))
      (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b0 (f64x2.add (local.get $b0) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=8 (local.get $x)))
      (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b1 (f64x2.add (local.get $b1) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=16 (local.get $x)))
      (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=24 (local.get $x)))
      (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b3 (f64x2.add (local.get $b3) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $x (i32.add (local.get $x) (i32.const 256)))
      (local.set $y (i32.add (local.get $y) (i32.const 256)))
      (br_if $next (i32.lt_u (local.get $x) (local.get $end))))
    (call $addPair (local.get $out) (local.get $a0) (local.get $b0))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a1) (local.get $b1))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a2) (local.get $b2))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a3) (local.get $b3)))

  ;; to[0..4) += the four f64 of a and b
  (func $addPair (param $to i32) (param $a v128) (param $b v128)
    (v128.store (local.get $to) (f64x2.add (v128.load (local.get $to)) (local.get $a)))
    (v128.store offset=16 (local.get $to)
      (f64x2.add (v128.load offset=16 (local.get $to)) (local.get $b))))

  ;; Rows [r, r + count) of a block of a panel as f64.
  (func $widenBlock (param $from i32) (param $count i32) (param $to i32)
    (local $end i32) (local $v v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 7))))
    (loop $next
      (local.set $v (v128.load (local.get $from)))
      (v128.store (local.get $to) (f64x2.promote_low_f32x4 (local.get $v)))
      (v128.store offset=16 (local.get $to) (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; The same for all blocks, each of them room for 64 rows.
  (func $widen (param $panel i32) (param $rows i32) (param $width i32) (param $r i32)
      (param $count i32) (param $to i32)
    (local $c i32)
    (loop $block
      (call $widenBlock
        (call $entry (local.get $panel) (local.get $rows) (local.get $r) (local.get $c))
        (local.get $count) (local.get $to))
      (local.set $to (i32.add (local.get $to) (i32.const 16384)))
      (local.set $c (i32.add (local.get $c) (i32.const 32)))
      (br_if $block (i32.lt_u (local.get $c) (local.get $width)))))

  ;; Rows [from, to) of out = xᵀ · y for two panels of `rows` rows, out width × width f64, from and to
  ;; multiples of 4. Sums of 64 rows are added up. `half` = -1: entries left of the diagonal are left
  ;; out, rounded down to whole tiles; 0: none. `wide` is room for 2 × 64 × width f64.
  (func (export "inner") (param $x i32) (param $y i32) (param $rows i32) (param $width i32)
      (param $from i32) (param $to i32) (param $half i32) (param $out i32) (param $wide i32)
    (local $r i32) (local $i i32) (local $j i32) (local $count i32) (local $row i32)
    (local $right i32)
    (memory.fill
      (i32.add (local.get $out)
        (i32.shl (i32.mul (local.get $from) (local.get $width)) (i32.const 3)))
      (i32.const 0)
      (i32.shl
        (i32.mul (i32.sub (local.get $to) (local.get $from)) (local.get $width)) (i32.const 3)))
    (local.set $right (local.get $wide))
    (if (i32.ne (local.get $x) (local.get $y))
      (then (local.set $right
        (i32.add (local.get $wide) (i32.shl (local.get $width) (i32.const 9))))))
    (block $done
      (loop $chunk
        (br_if $done (i32.ge_u (local.get $r) (local.get $rows)))
        (local.set $count (i32.sub (local.get $rows) (local.get $r)))
        (if (i32.gt_u (local.get $count) (i32.const 64))
          (then (local.set $count (i32.const 64))))
        (call $widen (local.get $x) (local.get $rows) (local.get $width) (local.get $r)
          (local.get $count) (local.get $wide))
        (if (i32.ne (local.get $x) (local.get $y))
          (then (call $widen (local.get $y) (local.get $rows) (local.get $width) (local.get $r)
            (local.get $count) (local.get $right))))
        (local.set $i (local.get $from))
        (loop $rowTile
          (local.set $row (i32.add (local.get $out)
            (i32.shl (i32.mul (local.get $i) (local.get $width)) (i32.const 3))))
          (local.set $j (i32.and (local.get $half) (local.get $i)))
          (loop $tile
            (call $innerTile
              (call $wideEntry (local.get $wide) (local.get $i))
              (call $wideEntry (local.get $right) (local.get $j))
              (local.get $count)
              (i32.add (local.get $row) (i32.shl (local.get $j) (i32.const 3)))
              (i32.shl (local.get $width) (i32.const 3)))
            (local.set $j (i32.add (local.get $j) (i32.const 4)))
            (br_if $tile (i32.lt_u (local.get $j) (local.get $width))))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $rowTile (i32.lt_u (local.get $i) (local.get $to))))
        (local.set $r (i32.add (local.get $r) (i32.const 64)))
        (br $chunk))))

  ;; Address of column c of the first row of widened blocks.
  (func $wideEntry (param $wide i32) (param $c i32) (result i32)
    (i32.add (local.get $wide)
      (i32.add
        (i32.shl (i32.shr_u (local.get $c) (i32.const 5)) (i32.const 14))
        (i32.shl (i32.and (local.get $c) (i32.const 31)) (i32.const 3)))))

  ;; Address of entry (r, c) of a panel.
  (func $entry (param $panel i32) (param $rows i32) (param $r i32) (param $c i32) (result i32)
    (i32.add (local.get $panel)
      (i32.add
        (i32.shl
          (i32.add (i32.mul (i32.shr_u (local.get $c) (i32.const 5)) (local.get $rows))
            (local.get $r))
          (i32.const 7))
        (i32.shl (i32.and (local.get $c) (i32.const 31)) (i32.const 2)))))

  ;; out[0..4)[0..8) += x[0..4)[0..32) · m[0..32)[0..8) in blocks of two panels; m is packed.
  (func $timesTile (param $x i32) (param $m i32) (param $out i32)
    (local $end i32) (local $m0 v128) (local $m1 v128) (local $v v128)
    (local $a0 v128) (local $b0 v128) (local $a1 v128) (local $b1 v128)
    (local $a2 v128) (local $b2 v128) (local $a3 v128) (local $b3 v128)
    (local.set $a0 (v128.load (local.get $out)))
    (local.set $b0 (v128.load offset=16 (local.get $out)))
    (local.set $a1 (v128.load offset=128 (local.get $out)))
    (local.set $b1 (v128.load offset=144 (local.get $out)))
    (local.set $a2 (v128.load offset=256 (local.get $out)))
    (local.set $b2 (v128.load offset=272 (local.get $out)))
    (local.set $a3 (v128.load offset=384 (local.get $out)))
    (local.set $b3 (v128.load offset=400 (local.get $out)))
    (local.set $end (i32.add (local.get $x) (i32.const 128)))
    (loop $next
      (local.set $m0 (v128.load (local.get $m)))
      (local.set $m1 (v128.load offset=16 (local.get $m)))
      (local.set $v (v128.load32_splat (local.get $x)))
      (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=128 (local.get $x)))
      (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=256 (local.get $x)))
      (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=384 (local.get $x)))
      (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $x (i32.add (local.get $x) (i32.const 4)))
      (local.set $m (i32.add (local.get $m) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $x) (local.get $end))))
    (v128.store (local.get $out) (local.get $a0))
    (v128.store offset=16 (local.get $out) (local.get $b0))
    (v128.store offset=128 (local.get $out) (local.get $a1))
    (v128.store offset=144 (local.get $out) (local.get $b1))
    (v128.store offset=256 (local.get $out) (local.get $a2))
    (v128.store offset=272 (local.get $out) (local.get $b2))
    (v128.store offset=384 (local.get $out) (local.get $a3))
    (v128.store offset=400 (local.get $out) (local.get $b3)))

  ;; Rows [from, to) of out = x · m for a panel x of `rows` rows and a square m, both bounds multiples
  ;; of 4. m is packed in strips of eight columns: entry (k, j) lies at ((j >> 3) * width + k) * 8 +
  ;; (j & 7). `half` = -1: m is upper triangular. `out` must be zero.
  (func (export "times") (param $x i32) (param $rows i32) (param $width i32) (param $from i32)
      (param $to i32) (param $half i32) (param $m i32) (param $out i32)
    (local $r i32) (local $stop i32) (local $j i32) (local $k i32) (local $last i32) (local $i i32)
    (local.set $r (local.get $from))
    (block $done
      (loop $chunk
        (br_if $done (i32.ge_u (local.get $r) (local.get $to)))
        (local.set $stop (i32.add (local.get $r) (i32.const 64)))
        (if (i32.gt_u (local.get $stop) (local.get $to))
          (then (local.set $stop (local.get $to))))
        (local.set $j (i32.const 0))
        (loop $strip
          (local.set $last (select (local.get $j)
            (i32.sub (local.get $width) (i32.const 1)) (local.get $half)))
          (local.set $k (i32.const 0))
          (loop $block
            (local.set $i (local.get $r))
            (loop $tile
              (call $timesTile
                (call $entry (local.get $x) (local.get $rows) (local.get $i) (local.get $k))
                (i32.add (local.get $m) (i32.shl
                  (i32.add (i32.mul (i32.shr_u (local.get $j) (i32.const 3)) (local.get $width))
                    (local.get $k))
                  (i32.const 5)))
                (call $entry (local.get $out) (local.get $rows) (local.get $i) (local.get $j)))
              (local.set $i (i32.add (local.get $i) (i32.const 4)))
              (br_if $tile (i32.lt_u (local.get $i) (local.get $stop))))
            (local.set $k (i32.add (local.get $k) (i32.const 32)))
            (br_if $block (i32.le_u (local.get $k) (local.get $last))))
          (local.set $j (i32.add (local.get $j) (i32.const 8)))
          (br_if $strip (i32.lt_u (local.get $j) (local.get $width))))
        (local.set $r (local.get $stop))
        (br $chunk))))

  ;; out[r] = Σ query[j] * rows[r][j], i8 × i8 → i32; width is a multiple of 16.
  (func (export "dotRows") (param $query i32) (param $rows i32) (param $count i32)
      (param $width i32) (param $out i32)
    (local $r i32) (local $j i32) (local $sum v128) (local $a v128) (local $b v128)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $r) (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $j (i32.const 0))
        (loop $next
          (local.set $a (v128.load (i32.add (local.get $query) (local.get $j))))
          (local.set $b (v128.load (i32.add (local.get $rows) (local.get $j))))
          (local.set $sum (i32x4.add (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a))
                (i16x8.extend_low_i8x16_s (local.get $b)))
              (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a))
                (i16x8.extend_high_i8x16_s (local.get $b))))))
          (local.set $j (i32.add (local.get $j) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $j) (local.get $width))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $rows (i32.add (local.get $rows) (local.get $width)))
        (local.set $r (i32.add (local.get $r) (i32.const 1)))
        (br $row))))
)
