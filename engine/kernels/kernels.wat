;; SIMD kernels of the engine. Compiled by engine/kernels/compile.ts into kernels.wasm.ts.
;; Every kernel has a twin in plain.ts that gives the same bits: lanes run over output columns, so
;; the order of additions is the same, and no operation is fused.
(module
  (memory (export "memory") 1)

  ;; y[0..n) += v * x[0..n), f32; n is a multiple of 4
  (func $axpy32 (param $y i32) (param $x i32) (param $v f32) (param $n i32)
    (local $end i32) (local $s v128)
    (local.set $s (f32x4.splat (local.get $v)))
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $n) (i32.const 2))))
    (loop $next
      (v128.store (local.get $y)
        (f32x4.add (v128.load (local.get $y))
          (f32x4.mul (local.get $s) (v128.load (local.get $x)))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $y) (local.get $end)))))

  ;; y[0..n) += v * x[0..n), f64; n is a multiple of 4
  (func $axpy64 (param $y i32) (param $x i32) (param $v f64) (param $n i32)
    (local $end i32) (local $s v128)
    (local.set $s (f64x2.splat (local.get $v)))
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (v128.store (local.get $y)
        (f64x2.add (v128.load (local.get $y))
          (f64x2.mul (local.get $s) (v128.load (local.get $x)))))
      (v128.store offset=16 (local.get $y)
        (f64x2.add (v128.load offset=16 (local.get $y))
          (f64x2.mul (local.get $s) (v128.load offset=16 (local.get $x)))))
      (local.set $x (i32.add (local.get $x) (i32.const 32)))
      (local.set $y (i32.add (local.get $y) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $y) (local.get $end)))))

  ;; One sparse row times a panel: y += Σ values[i] * panel[indices[i]], rows of `width` f32.
  (func (export "gather") (param $indices i32) (param $values i32) (param $count i32)
      (param $panel i32) (param $width i32) (param $y i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $indices) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (call $axpy32 (local.get $y)
          (i32.add (local.get $panel)
            (i32.shl (i32.mul (i32.load (local.get $indices)) (local.get $width)) (i32.const 2)))
          (f32.load (local.get $values)) (local.get $width))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next))))

  ;; The reverse: panel[indices[i]] += values[i] * y.
  (func (export "scatter") (param $indices i32) (param $values i32) (param $count i32)
      (param $panel i32) (param $width i32) (param $y i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $indices) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (call $axpy32
          (i32.add (local.get $panel)
            (i32.shl (i32.mul (i32.load (local.get $indices)) (local.get $width)) (i32.const 2)))
          (local.get $y)
          (f32.load (local.get $values)) (local.get $width))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next))))

  ;; out[width × width] f64 += xᵀ y for rows of f32; `wide` is room for one row of f64. With `half`
  ;; = -1 the entries left of the diagonal are skipped (rounded down to whole lanes), with 0 not.
  (func (export "addOuter") (param $x i32) (param $y i32) (param $rows i32) (param $width i32)
      (param $out i32) (param $wide i32) (param $half i32)
    (local $r i32) (local $i i32) (local $to i32) (local $skip i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $r) (local.get $rows)))
        (local.set $i (i32.const 0))
        (loop $widen
          (f64.store (i32.add (local.get $wide) (i32.shl (local.get $i) (i32.const 3)))
            (f64.promote_f32
              (f32.load (i32.add (local.get $y) (i32.shl (local.get $i) (i32.const 2))))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $widen (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $i (i32.const 0))
        (local.set $to (local.get $out))
        (loop $column
          (local.set $skip
            (i32.and (local.get $half) (i32.and (local.get $i) (i32.const -4))))
          (call $axpy64
            (i32.add (local.get $to) (i32.shl (local.get $skip) (i32.const 3)))
            (i32.add (local.get $wide) (i32.shl (local.get $skip) (i32.const 3)))
            (f64.promote_f32
              (f32.load (i32.add (local.get $x) (i32.shl (local.get $i) (i32.const 2)))))
            (i32.sub (local.get $width) (local.get $skip)))
          (local.set $to (i32.add (local.get $to) (i32.shl (local.get $width) (i32.const 3))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $column (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $x (i32.add (local.get $x) (i32.shl (local.get $width) (i32.const 2))))
        (local.set $y (i32.add (local.get $y) (i32.shl (local.get $width) (i32.const 2))))
        (local.set $r (i32.add (local.get $r) (i32.const 1)))
        (br $row))))

  ;; panel row ← panel row × m (width × width, f64), in place; `wide` is room for one f64 row.
  ;; `half` = -1: m is upper triangular.
  (func (export "timesMatrix") (param $panel i32) (param $rows i32) (param $width i32)
      (param $m i32) (param $wide i32) (param $half i32)
    (local $r i32) (local $i i32) (local $from i32) (local $skip i32)
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $r) (local.get $rows)))
        (memory.fill (local.get $wide) (i32.const 0) (i32.shl (local.get $width) (i32.const 3)))
        (local.set $i (i32.const 0))
        (local.set $from (local.get $m))
        (loop $term
          (local.set $skip
            (i32.and (local.get $half) (i32.and (local.get $i) (i32.const -4))))
          (call $axpy64
            (i32.add (local.get $wide) (i32.shl (local.get $skip) (i32.const 3)))
            (i32.add (local.get $from) (i32.shl (local.get $skip) (i32.const 3)))
            (f64.promote_f32
              (f32.load (i32.add (local.get $panel) (i32.shl (local.get $i) (i32.const 2)))))
            (i32.sub (local.get $width) (local.get $skip)))
          (local.set $from (i32.add (local.get $from) (i32.shl (local.get $width) (i32.const 3))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $term (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $i (i32.const 0))
        (loop $narrow
          (f32.store (i32.add (local.get $panel) (i32.shl (local.get $i) (i32.const 2)))
            (f32.demote_f64
              (f64.load (i32.add (local.get $wide) (i32.shl (local.get $i) (i32.const 3))))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $narrow (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $panel (i32.add (local.get $panel) (i32.shl (local.get $width) (i32.const 2))))
        (local.set $r (i32.add (local.get $r) (i32.const 1)))
        (br $row))))

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
